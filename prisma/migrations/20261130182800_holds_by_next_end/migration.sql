-- Whether anything of a queue is due: as "hold_end_in_queue", with the last day of a hold that is not ready. The former index serves release 0.3.0
-- while both run; a later release drops it.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "hold_next_end_in_queue"
    ON "hold" ("website_id", "reserve_id", (LEAST("suspended_until", "expires_at", "suspension_ends_at",
        CASE WHEN "expires_at" IS NULL THEN "not_needed_from" END)))
    WHERE LEAST("suspended_until", "expires_at", "suspension_ends_at", CASE WHEN "expires_at" IS NULL THEN "not_needed_from" END) IS NOT NULL;
