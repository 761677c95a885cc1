-- What a library has bought of a title that patrons wait for, on how many days they did, and how long the title's loans lasted: waits are
-- estimated from it (decision 61).
--
-- Locks: adds columns with constant defaults, each for a moment. The former release neither reads nor writes them.
ALTER TABLE "title_queue" ADD COLUMN "copies_bought" REAL NOT NULL DEFAULT 0;
ALTER TABLE "title_queue" ADD COLUMN "days_wanted" REAL NOT NULL DEFAULT 0;
ALTER TABLE "copies" ADD COLUMN "loan_tenths" INTEGER[] NOT NULL DEFAULT '{}';
