-- The wait that a patron was told when the hold was placed, in minutes since 1970, to compare it with the day on which the hold
-- becomes ready. NULL: nothing was told, or the worst case.
--
-- Locks: adds columns without a default, for a moment. The former release neither reads nor writes them.
ALTER TABLE "hold"
    ADD COLUMN "told_likely" INTEGER,
    ADD COLUMN "told_latest" INTEGER;
