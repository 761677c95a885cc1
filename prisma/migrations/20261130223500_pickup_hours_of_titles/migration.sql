-- For how long a copy of a title is set aside, where that is not the library's rule.
--
-- Release 0.3.0 neither reads nor writes it: the holds that it makes ready meanwhile have the library's time.
--
-- Locks: "title_queue", for a moment.
ALTER TABLE "title_queue" ADD COLUMN IF NOT EXISTS "pickup_hours" INTEGER;
