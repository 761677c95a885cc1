-- Timers find the suspensions that are over. Only holds whose end was announced are in the index.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "hold_suspension_end" ON "hold" ("suspension_ends_at") WHERE "suspension_ends_at" IS NOT NULL;
