-- Workers find the notices that wait no longer, however many wait for their daily mail.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "notice_outbox_by_wait" ON "notice_outbox" ("wait_until");
