-- A notice that a title is likely to be ready soon: how many days before, which patrons want none, and which holds it has told of.
--
-- Release 0.3.0 neither reads nor writes it. Its workers do not know such notices: they leave them, and those of this release send them.
--
-- Locks: each table, for a moment and without rewriting it.
ALTER TABLE "library_settings" ADD COLUMN IF NOT EXISTS "notice_soon_days" INTEGER;

-- Next transaction
ALTER TABLE "patron" ADD COLUMN IF NOT EXISTS "soon_notices" BOOLEAN;

-- Next transaction
ALTER TABLE "hold" ADD COLUMN IF NOT EXISTS "soon_told_at" TIMESTAMPTZ;
