-- Notices also come as text messages: each waits, fails and is sent by its channel. The key of the outbox has it, so that one notice may wait for
-- both. What is told of an ended hold stays until all channels have told it, also without an address.
--
-- Release 0.3.0 neither reads nor writes it. It knows mails alone: its workers make a mail of what waits as a text message.
--
-- Locks: each table, for a moment; "notice_outbox", which has few rows, while its key is built.
ALTER TABLE "notice_outbox" ADD COLUMN IF NOT EXISTS "channel" TEXT NOT NULL DEFAULT 'mail';
ALTER TABLE "notice_outbox" DROP CONSTRAINT IF EXISTS "notice_outbox_pkey";
ALTER TABLE "notice_outbox" ADD CONSTRAINT "notice_outbox_pkey"
    PRIMARY KEY ("website_id", "reserve_id", "ticket", "occasion", "expires_at", "channel");

-- Next transaction
ALTER TABLE "notice_failure" ADD COLUMN IF NOT EXISTS "channel" TEXT NOT NULL DEFAULT 'mail';

-- Next transaction
ALTER TABLE "ended_notice"
    ADD COLUMN IF NOT EXISTS "untold" TEXT[] NOT NULL DEFAULT '{mail}',
    ALTER COLUMN "email_address" DROP NOT NULL;
