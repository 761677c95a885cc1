-- Whether a library has titles of which it is known how they can be read: only then patrons are offered to search by that.
--
-- Release 0.3.0 neither reads nor writes it: it does not know how titles can be read.
--
-- Locks: the strongest lock of "title_queue", for a moment and without rewriting it; then the rows of such titles.
ALTER TABLE "title_queue"
    ADD COLUMN IF NOT EXISTS "is_accessible" BOOLEAN NOT NULL DEFAULT false;

-- Next transaction
UPDATE "title_queue" q SET "is_accessible" = true FROM "title" t
WHERE t."reserve_id" = q."reserve_id" AND t."accessible_by" <> '{}' AND NOT q."is_accessible";
