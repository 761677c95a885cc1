-- A page of a walk begins behind a title, by the keys of the order: none of them may be null, and the last is the identifier.
-- Titles without an author stand last. U+10FFFF is behind every other character.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "title_by_author_key" ON "title"
    ((COALESCE("author_key", U&'\+10FFFF')), (COALESCE("sort_key", "title_key")), "reserve_id");
