-- What renewing the licences of a title brings, and since when a licence is known, for its loans a week.
--
-- Release 0.3.0 neither reads nor writes what is new: its waits are computed as if copies stayed, and a worker of this release computes them again within
-- a day.
--
-- Locks: the strongest lock of "title_queue" and "licence", one after the other, each for a moment and without rewriting it.
ALTER TABLE "title_queue" ADD COLUMN IF NOT EXISTS "renewed_hours" INTEGER;

-- Next transaction
ALTER TABLE "licence" ADD COLUMN IF NOT EXISTS "added_at" TIMESTAMPTZ;
