-- Each answer about a patron asks whether the library has such titles.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "title_queue_accessible" ON "title_queue" ("website_id") WHERE "is_accessible";
