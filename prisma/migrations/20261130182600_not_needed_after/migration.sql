-- The last day on which a patron wants a title, and the moment at which it is over in the library's time zone.
--
-- Release 0.3.0 neither reads nor writes it: a hold whose day is over ends when a process of this release looks at its queue.
--
-- Locks: the strongest lock of "hold", for a moment and without rewriting it. The check reads the table without holding off readers or
-- writers.
ALTER TABLE "hold"
    ADD COLUMN IF NOT EXISTS "not_needed_after" DATE,
    ADD COLUMN IF NOT EXISTS "not_needed_from" TIMESTAMPTZ;

-- Next transaction
ALTER TABLE "hold" DROP CONSTRAINT IF EXISTS "hold_last_day_has_an_end";
ALTER TABLE "hold" ADD CONSTRAINT "hold_last_day_has_an_end"
    CHECK (("not_needed_after" IS NULL) = ("not_needed_from" IS NULL)) NOT VALID;

-- Next transaction
ALTER TABLE "hold" VALIDATE CONSTRAINT "hold_last_day_has_an_end";
