-- What was sent about a hold goes with it: its times would be kept beside the title, finer than the minute.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "sent_notice_by_hold" ON "sent_notice" ("website_id", "reserve_id", "ticket");
