-- What the columns of a CSV file most likely are, while it waits for staff to say so, and how many PINs in it were none but hashes or stars. The
-- former release knows neither column: of a file that it has received, nothing is proposed.
--
-- Locks: ADD COLUMN takes the strongest lock of the table for a moment, without rewriting it.
ALTER TABLE "import_run" ADD COLUMN "proposed" JSONB, ADD COLUMN "pins_kept" INTEGER;
