-- Holds of another system keep their places though their patrons may place none by now: a run of an import counts them. The former release neither
-- reads nor writes the column.
--
-- Locks: ADD COLUMN takes the strongest lock of the table for a moment, without rewriting it.
ALTER TABLE "import_run" ADD COLUMN "holds_beyond_rules" INTEGER;
