-- Which titles are of a library's own source: an ISBN in its files means them, and not those of another library. The former release neither reads nor
-- writes the column, so a title that it adds counts as one of all libraries until it is imported again.
--
-- Locks: ADD COLUMN takes the strongest lock of the table for a moment, without rewriting it.
ALTER TABLE "title" ADD COLUMN "of_library" INTEGER;
