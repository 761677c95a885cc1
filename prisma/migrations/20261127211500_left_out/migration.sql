-- A patron whom a whole list left out is back as soon as a record names them, with the last day that the library gave them. A trial keeps the
-- columns that staff chose for the form of the next file alone. The former release neither reads nor writes the columns: there, patrons whom a
-- list has left out are valid.
--
-- Locks: ADD COLUMN takes the strongest lock of each table for a moment, without rewriting it.
ALTER TABLE "patron" ADD COLUMN "ended_by_list" DATE;
ALTER TABLE "csv_mapping" ADD COLUMN "tried" JSONB;
