-- Checks the reference that the last migration has replaced. It reads "access_token" once; tokens are found and saved
-- meanwhile.
ALTER TABLE "access_token" VALIDATE CONSTRAINT "access_token_patron_fkey";
