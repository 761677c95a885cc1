-- When the holds of a queue are expected to be ready, by category and ticket (decision 61). A worker writes it. It stands in the
-- queue's own row, which every answer about a hold reads anyway. NULL: nobody waits, or no worker has looked yet.
--
-- Locks: adds columns without a default, for a moment. The former release neither reads nor writes them.
ALTER TABLE "title_queue"
    ADD COLUMN "waits_made_at" TIMESTAMPTZ,
    ADD COLUMN "wait_categories" TEXT[],
    ADD COLUMN "wait_keys" BIGINT[],
    ADD COLUMN "wait_ends" INTEGER[],
    ADD COLUMN "wait_gaps" INTEGER[];
