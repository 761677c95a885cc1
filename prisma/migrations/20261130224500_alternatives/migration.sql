-- Holds of a patron who wants only one of their titles, whichever comes first. Whoever sets a copy aside for one of them locks the patron's
-- row of "pace", which then is there without a limit, too.
--
-- Release 0.3.0 neither reads nor writes the column: meanwhile it may make two such holds ready. A row without a limit is no limit to it.
--
-- Locks: the strongest lock of "hold" and of "pace", for a moment and without rewriting them.
ALTER TABLE "hold" ADD COLUMN IF NOT EXISTS "alternatives_id" UUID;

-- Next transaction
ALTER TABLE "pace" ALTER COLUMN "ready_at_most" DROP NOT NULL;
