-- The holds that end because no copy has come. Only holds whose patrons were told an end are in the index.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "hold_copies_loss_end" ON "hold" ("copies_loss_ends_at")
    WHERE "copies_loss_ends_at" IS NOT NULL;
