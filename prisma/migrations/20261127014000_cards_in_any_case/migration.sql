-- Whether a library's cards are found in whatever case they are typed.
--
-- Locks: adds a column with a constant default, for a moment. The former release does not write it: its libraries have the default.
ALTER TABLE "library" ADD COLUMN "card_case_matters" BOOLEAN NOT NULL DEFAULT false;
