-- Titles of one work: the audiobook of an e-book, another edition.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "title_by_work" ON "title" ("author_key", "work_key"("title_key"));
