-- Notices as text messages: the gateway of a library, the telephone numbers of patrons, and the codes that confirm them.
--
-- Release 0.3.0 neither reads nor writes it, and sends mails alone. A patron whom it deletes takes the codes along. It merges patrons without
-- their numbers.
--
-- Locks: each table, for a moment and without rewriting it; "patron" against writers, for a moment.
ALTER TABLE "library_settings"
    ADD COLUMN IF NOT EXISTS "text_url" TEXT,
    ADD COLUMN IF NOT EXISTS "text_secret" TEXT,
    ADD COLUMN IF NOT EXISTS "text_by" TEXT;

-- Next transaction
ALTER TABLE "patron"
    ADD COLUMN IF NOT EXISTS "phone" TEXT,
    ADD COLUMN IF NOT EXISTS "notices_by" TEXT;

-- Next transaction
CREATE TABLE IF NOT EXISTS "phone_code" (
    "website_id" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "phone" TEXT,
    "code_hash" TEXT,
    "valid_until" TIMESTAMPTZ NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "sent" INTEGER NOT NULL,
    "counted_since" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "phone_code_pkey" PRIMARY KEY ("website_id", "patron_id"),
    CONSTRAINT "phone_code_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX IF NOT EXISTS "phone_code_by_time" ON "phone_code" ("counted_since");
