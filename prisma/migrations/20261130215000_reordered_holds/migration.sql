-- Staff put holds before or after others, for a reason that the log keeps.
--
-- Release 0.3.0 neither reads nor writes it. Holds that it moves to another title stand there by the dates of their placements.
--
-- Locks: "hold" and "staff_action", each for a moment.
ALTER TABLE "hold" ADD COLUMN IF NOT EXISTS "in_line_since" TIMESTAMPTZ;
-- Next transaction
ALTER TABLE "staff_action" ADD COLUMN IF NOT EXISTS "reason" TEXT;
