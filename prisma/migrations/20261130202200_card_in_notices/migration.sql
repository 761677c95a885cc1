-- Whether notices name the end of the card, for families whose cards share an address.
--
-- Release 0.3.0 neither reads nor writes it.
--
-- Locks: "library_settings", for a moment.
ALTER TABLE "library_settings" ADD COLUMN IF NOT EXISTS "notice_card_ending" BOOLEAN;
