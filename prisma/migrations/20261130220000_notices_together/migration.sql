-- Several notices to one patron become one mail: which job sends a notice, until when it waits for others, and which mail has told it. And how
-- long libraries and patrons want notices to wait.
--
-- Release 0.3.0 neither reads nor writes it: its notices do not wait, and its workers make a mail of each.
--
-- Locks: each table, for a moment and without rewriting it.
ALTER TABLE "notice_outbox"
    ADD COLUMN IF NOT EXISTS "job_key" TEXT,
    ADD COLUMN IF NOT EXISTS "wait_until" TIMESTAMPTZ;

-- Next transaction
ALTER TABLE "sent_notice" ADD COLUMN IF NOT EXISTS "mail_id" TEXT;

-- Next transaction
ALTER TABLE "library_settings"
    ADD COLUMN IF NOT EXISTS "notice_gather_minutes" INTEGER,
    ADD COLUMN IF NOT EXISTS "notice_daily" BOOLEAN,
    ADD COLUMN IF NOT EXISTS "notice_daily_hour" INTEGER;

-- Next transaction
ALTER TABLE "patron" ADD COLUMN IF NOT EXISTS "daily_notices" BOOLEAN;
