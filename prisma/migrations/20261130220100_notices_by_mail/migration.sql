-- Bounces find the notices of a mail that told of several.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "sent_notice_by_mail" ON "sent_notice" ("mail_id") WHERE "mail_id" IS NOT NULL;
