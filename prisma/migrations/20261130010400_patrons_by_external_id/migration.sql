-- Patrons are found by the library's own number, which no two of them have.
--
-- Locks: none that holds off readers or writers.
CREATE UNIQUE INDEX CONCURRENTLY "patron_by_external_id" ON "patron" ("website_id", "external_id");
