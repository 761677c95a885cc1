-- Timers find the holds whose patrons need them no longer. A ready hold keeps its pickup.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "hold_last_day" ON "hold" ("not_needed_from")
    WHERE "not_needed_from" IS NOT NULL AND "expires_at" IS NULL;
