-- For walks by rating.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "title_by_star_rating" ON "title" ((COALESCE("star_rating", -1)), "reserve_id");
