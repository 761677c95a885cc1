-- Commands and answers ask whether anything of a queue is due: the end of a suspension or of a pickup. This index has all of a
-- hold's ends, so that one search tells it instead of two.
--
-- The former release searches "hold_due_in_queue", which the next release drops.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "hold_end_in_queue"
    ON "hold" ("website_id", "reserve_id", (LEAST("suspended_until", "expires_at", "suspension_ends_at")))
    WHERE LEAST("suspended_until", "expires_at", "suspension_ends_at") IS NOT NULL;
