-- Titles in the order of their authors as these are filed. The former release still reads "title_by_author_key".
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "title_by_filed_author" ON "title"
    ((COALESCE("author_sort_key", "author_key", U&'\+10FFFF')), (COALESCE("sort_key", "title_key")), "reserve_id");
