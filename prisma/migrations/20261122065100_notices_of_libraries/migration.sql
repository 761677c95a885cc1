-- How a library's notices look and what they say, and the languages of its patrons (decision 57). Null or empty: the service's way.
-- The former release ignores them; its imports leave them as they are.
--
-- Locks: ADD COLUMN takes the strongest lock of "library_settings" and of "patron" for a moment, without rewriting them.
ALTER TABLE "library_settings"
    ADD COLUMN "notice_name" TEXT,
    ADD COLUMN "notice_homepage" TEXT,
    ADD COLUMN "notice_logo" TEXT,
    ADD COLUMN "notice_color" TEXT,
    ADD COLUMN "notice_time_zone" TEXT,
    ADD COLUMN "notice_languages" TEXT[] NOT NULL DEFAULT '{}',
    ADD COLUMN "notice_reminder_hours" INTEGER,
    ADD COLUMN "notice_title_url" TEXT;

ALTER TABLE "patron" ADD COLUMN "language" TEXT;
