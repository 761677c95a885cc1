-- Waits are computed anew once a day.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "title_queue_by_age_of_waits" ON "title_queue" ("waits_made_at") WHERE "waits_made_at" IS NOT NULL;
