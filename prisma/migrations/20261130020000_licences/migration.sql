-- Licences: what a library may lend of a title, at a time, in all, and between which days. What they give at the moment is part of the copies
-- owned of their collection.
--
-- Release 0.3.0 neither reads nor writes what is new. It lends licensed copies as it lends others, and its loans count for no licence: a library's
-- first licences are imported when no process of it is left.
--
-- Locks: the strongest lock of "copies", "hold" and "checkout", one after the other, each for a moment and without rewriting it.
CREATE TABLE IF NOT EXISTS "licence" (
    "website_id" INTEGER NOT NULL,
    "collection_id" TEXT NOT NULL,
    "licence_id" TEXT NOT NULL,
    "reserve_id" UUID NOT NULL,
    -- Null: without a limit.
    "concurrency" INTEGER,
    "loans" INTEGER,
    "lent" INTEGER NOT NULL DEFAULT 0,
    "on_loan" INTEGER NOT NULL DEFAULT 0,
    "starts_at" TIMESTAMPTZ,
    "ends_at" TIMESTAMPTZ,
    "is_counted" BOOLEAN NOT NULL,
    "turns_at" TIMESTAMPTZ,
    "model" TEXT,
    "price" NUMERIC(12, 2),
    "currency" TEXT,
    "name" TEXT,

    CONSTRAINT "licence_pkey" PRIMARY KEY ("website_id", "collection_id", "licence_id"),
    CONSTRAINT "licence_copies_fkey" FOREIGN KEY ("website_id", "reserve_id", "collection_id")
        REFERENCES "copies" ("website_id", "reserve_id", "collection_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "licence_counts" CHECK ("concurrency" >= 0 AND "loans" >= 0 AND "lent" >= 0 AND "on_loan" >= 0),
    CONSTRAINT "licence_times" CHECK ("starts_at" < "ends_at")
);
CREATE INDEX IF NOT EXISTS "licence_of_copies" ON "licence" ("website_id", "reserve_id", "collection_id");
-- The timers of queues, and of one queue.
CREATE INDEX IF NOT EXISTS "licence_turn" ON "licence" ("turns_at") WHERE "turns_at" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "licence_turn_in_queue" ON "licence" ("website_id", "reserve_id", "turns_at") WHERE "turns_at" IS NOT NULL;

-- Next transaction
ALTER TABLE "copies"
    ADD COLUMN IF NOT EXISTS "licensed" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS "is_unlimited" BOOLEAN NOT NULL DEFAULT false;

-- Next transaction
ALTER TABLE "hold" ADD COLUMN IF NOT EXISTS "copy_gone_at" TIMESTAMPTZ;

-- Next transaction
ALTER TABLE "checkout" ADD COLUMN IF NOT EXISTS "licence_id" TEXT;
