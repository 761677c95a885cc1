-- Whether a library takes PINs that come as MD5 hashes.
--
-- Release 0.3.0 neither reads nor writes it.
--
-- Locks: "library", for a moment.
ALTER TABLE "library" ADD COLUMN IF NOT EXISTS "md5_pins" BOOLEAN NOT NULL DEFAULT false;
