-- A hold that staff have moved goes back to where it was, also among holds of one date.
--
-- Release 0.3.0 neither reads nor writes it. Holds that go back without it stand behind all others of their date, as before.
--
-- Locks: "hold", for a moment and without rewriting it.
ALTER TABLE "hold" ADD COLUMN IF NOT EXISTS "placed_ticket" INTEGER;
