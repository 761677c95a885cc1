-- How many days a new hold is to wait at most, as a library wants it: what to buy is said for it. Null: the library has no such goal. The
-- former release ignores it; its imports leave it as it is.
--
-- Locks: ADD COLUMN takes the strongest lock of "library_settings" for a moment, without rewriting it.
ALTER TABLE "library_settings" ADD COLUMN "target_wait_days" INTEGER;
