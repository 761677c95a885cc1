-- How a title can be read, heard or seen, and what of it searches look for.
--
-- Release 0.3.0 neither reads nor writes it: a title that it imports anew keeps what was known.
--
-- Locks: the strongest lock of "title", for a moment and without rewriting it.
ALTER TABLE "title"
    ADD COLUMN IF NOT EXISTS "accessibility" JSONB,
    ADD COLUMN IF NOT EXISTS "accessible_by" TEXT[] NOT NULL DEFAULT '{}';
