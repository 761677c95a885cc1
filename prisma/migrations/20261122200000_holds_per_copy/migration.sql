-- How many active holds a library wants for each copy at most. Null: the service's own goal. The former release ignores it; its
-- imports leave it as it is.
--
-- Locks: ADD COLUMN takes the strongest lock of "library_settings" for a moment, without rewriting it.
ALTER TABLE "library_settings" ADD COLUMN "holds_per_copy" INTEGER;
