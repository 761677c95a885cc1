-- For walks by date. A title without a date of its own counts from when the library got it. One index for titles with and
-- without a date: of two, PostgreSQL tried the wrong one in searches for anything.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "title_by_date" ON "title" ((("added_date"::timestamp AT TIME ZONE 'UTC')), "reserve_id");
