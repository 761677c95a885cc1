-- A desk blocks a patron by hand: no list, record or sign-in lifts that. Runs of imports count whom they leave blocked so. The former release neither
-- reads nor writes the columns: there, whoever the desk alone has blocked is served.
--
-- Locks: ADD COLUMN takes the strongest lock of each table for a moment, without rewriting it.
ALTER TABLE "patron" ADD COLUMN "blocked_by_desk" TEXT;
ALTER TABLE "import_run" ADD COLUMN "blocks_kept" INTEGER;
