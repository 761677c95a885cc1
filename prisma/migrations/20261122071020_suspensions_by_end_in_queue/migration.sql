-- Commands ask whether a suspension of their queue is over.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "hold_suspension_end_in_queue" ON "hold" ("website_id", "reserve_id", "suspension_ends_at")
    WHERE "suspension_ends_at" IS NOT NULL;
