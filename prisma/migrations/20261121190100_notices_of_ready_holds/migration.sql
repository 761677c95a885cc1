-- The notices of holds that are ready now count as sent.
--
-- Locks: the rows of the ready holds, as many as copies are set aside.
UPDATE "hold" SET "notice_sent_for" = "expires_at"
    WHERE COALESCE("suspended_until", "expires_at") IS NOT NULL AND "expires_at" IS NOT NULL
        AND "email_address" IS NOT NULL;
