-- Timers find the suspensions of a library that began long ago and whose end was not announced yet.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "hold_suspended_since" ON "hold" ("website_id", (COALESCE("suspended_since", '-infinity')))
    WHERE "suspension_type" = 'indefinite' AND "suspension_ends_at" IS NULL;
