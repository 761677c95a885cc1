-- Since when the estimates of a library's queues are outdated, because its calendar or its rules have changed.
--
-- Release 0.3.0 neither reads nor writes it.
--
-- Locks: "library", for a moment.
ALTER TABLE "library" ADD COLUMN IF NOT EXISTS "waits_outdated_at" TIMESTAMPTZ;
