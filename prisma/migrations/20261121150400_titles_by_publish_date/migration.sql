-- For walks by the date of publication.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "title_by_publish_date" ON "title" ((COALESCE("publish_date", '0001-01-01'::date)), "reserve_id");
