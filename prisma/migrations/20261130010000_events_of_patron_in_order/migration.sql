-- The latest event of a patron is looked up alone, however many there are.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "event_of_patron_in_order" ON "event" ("website_id", "patron_id", "position") WHERE "patron_id" IS NOT NULL;
