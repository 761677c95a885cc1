-- For which pickup of a hold the notice was sent, so that "doctor" finds notices that were lost. It is the end of that
-- pickup, because a hold may be ready more than once. The notices of holds that are ready now count as sent.
--
-- Locks: ADD COLUMN takes the strongest lock of "hold", without rewriting it, and keeps it while the ready holds are
-- updated: as many rows as copies are set aside. The former release runs on this schema, but does not record what it sends.
ALTER TABLE "hold" ADD COLUMN "notice_sent_for" TIMESTAMPTZ;

UPDATE "hold" SET "notice_sent_for" = "expires_at"
    WHERE COALESCE("suspended_until", "expires_at") IS NOT NULL AND "expires_at" IS NOT NULL
        AND "email_address" IS NOT NULL;
