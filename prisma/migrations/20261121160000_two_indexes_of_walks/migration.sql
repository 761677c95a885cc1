-- Two indexes of the last migration were wrong, as measuring showed.
--
-- Locks: as in the last migration.

-- With the title in it, this index seemed as good as the primary key to look up the copies of one title: once for each
-- collection.
DROP INDEX "copies_by_collection";
CREATE INDEX "copies_by_collection" ON "copies" ("website_id", "collection_id");

-- One index for titles with and without a date: of those without, PostgreSQL tried the other in searches for anything.
DROP INDEX "title_undated";
DROP INDEX "title_by_added_date";
CREATE INDEX "title_by_added_date" ON "title" ((("added_date"::timestamp AT TIME ZONE 'UTC')), "reserve_id");
