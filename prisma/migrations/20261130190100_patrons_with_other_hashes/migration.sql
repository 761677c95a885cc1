-- Each sign-in asks whether hashes of PINs of earlier releases or other systems are left in the library. In most libraries there are none.
--
-- Release 0.3.0 does not read it. There, a patron whose PIN came as a hash of another system cannot sign in.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "patron_with_other_hash" ON "patron" ("website_id")
    WHERE "pin_hash" NOT LIKE '$argon2id$%' AND "pin_hash" NOT LIKE 'md5:%';
