-- Staff find patrons by the e-mail address of the last hold, or its beginning, in any case.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "patron_by_address" ON "patron" ("website_id", lower("last_hold_email") text_pattern_ops)
    WHERE "last_hold_email" IS NOT NULL;
