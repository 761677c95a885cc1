-- For walks by date, of titles without a date of their own.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "title_queue_by_added_at" ON "title_queue" ("website_id", "added_at", "reserve_id");
