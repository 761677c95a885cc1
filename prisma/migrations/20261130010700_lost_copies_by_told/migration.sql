-- The holds whose patrons are to be told that the copies are gone, before those whose patrons were. Only holds without copies are in the
-- index.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "hold_copies_lost" ON "hold" ("copies_loss_told", "website_id", "reserve_id")
    WHERE "copies_lost_at" IS NOT NULL;
