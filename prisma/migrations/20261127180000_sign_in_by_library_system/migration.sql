-- How the service asks a library's own system about patrons who sign in. The former release ignores it, and signs patrons in by the cards
-- and PINs that it knows; what it stores of a library's settings leaves this as it is.
--
-- Locks: ADD COLUMN takes the strongest lock of "library_settings" for a moment, without rewriting it.
ALTER TABLE "library_settings" ADD COLUMN "sign_in" JSONB;
