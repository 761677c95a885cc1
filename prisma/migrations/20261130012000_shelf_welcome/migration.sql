-- How a library's shelf welcomes its patrons, and where it sends those who cannot sign in.
--
-- Release 0.3.0 neither reads nor writes these columns. What it stores of a library's settings leaves them as they are.
--
-- Locks: the strongest lock of one table, for a moment and without rewriting it.
ALTER TABLE "library_settings"
    ADD COLUMN IF NOT EXISTS "shelf_welcome" TEXT[] DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN IF NOT EXISTS "shelf_pin_help" TEXT,
    ADD COLUMN IF NOT EXISTS "shelf_new_card" TEXT,
    ADD COLUMN IF NOT EXISTS "shelf_help" TEXT;
