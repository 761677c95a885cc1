-- Which of the tokens of an identity provider that several libraries share are those of a library's patrons. The former release does not read the
-- column; a claim that holds a library's own number is stored so that it finds nobody by it.
--
-- Locks: ADD COLUMN takes the strongest lock of the table for a moment, without rewriting it.
ALTER TABLE "library_settings" ADD COLUMN "jwt_library_claim" TEXT;
