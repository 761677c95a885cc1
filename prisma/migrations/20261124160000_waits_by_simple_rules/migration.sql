-- What two simple rules would say of a title's waits, and what they would have said when a hold was placed: estimates are compared with them
-- (decision 61). NULL: not known.
--
-- Locks: adds columns without defaults, each for a moment. The former release neither reads nor writes them.
ALTER TABLE "title_queue" ADD COLUMN "wait_rules" INTEGER[];
ALTER TABLE "hold" ADD COLUMN "told_by_rules" INTEGER[];
