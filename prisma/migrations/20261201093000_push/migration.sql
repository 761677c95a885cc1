-- Push messages: whether a library offers them, the browsers that take them, and the key by which push services know the service.
--
-- Release 0.3.0 neither reads nor writes it. A patron whom it deletes takes the browsers along. Its workers make a mail of what waits as a push
-- message, so let no library offer them before all processes are of this release.
--
-- Locks: "library_settings" and "patron", for a moment and without rewriting them.
ALTER TABLE "library_settings" ADD COLUMN IF NOT EXISTS "notice_push" BOOLEAN;

-- Next transaction
ALTER TABLE "patron" ADD COLUMN IF NOT EXISTS "has_push" BOOLEAN;

-- Next transaction
CREATE TABLE IF NOT EXISTS "push_subscription" (
    "website_id" INTEGER NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,
    "told" TEXT[] NOT NULL DEFAULT '{}',
    "paused_until" TIMESTAMPTZ,
    "refused_at" TIMESTAMPTZ,
    "refused_status" INTEGER,

    CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("website_id", "subscription_id"),
    CONSTRAINT "push_subscription_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX IF NOT EXISTS "push_subscription_by_patron" ON "push_subscription" ("website_id", "patron_id");

-- Next transaction
CREATE TABLE IF NOT EXISTS "push_key" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "public_key" TEXT NOT NULL,
    "private_key" TEXT NOT NULL,

    CONSTRAINT "push_key_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "push_key_is_one_row" CHECK ("id")
);
