-- For walks by popularity.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "title_queue_by_popularity" ON "title_queue" ("website_id", "popularity", "reserve_id");
