-- Copies of a title that the library has withdrawn, as long as some are on loan. Nobody can place a hold on them.
--
-- Locks: ADD COLUMN takes the strongest lock of "copies" for a moment, without rewriting it. The former release lets patrons
-- place holds on such a title until it is replaced.
ALTER TABLE "copies" ADD COLUMN "withdrawn" BOOLEAN NOT NULL DEFAULT false;
