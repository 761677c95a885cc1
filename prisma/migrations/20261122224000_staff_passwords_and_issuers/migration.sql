-- Whether an account's password must be changed at the next sign-in, and which identity provider named its subject. The former
-- release knows neither: it sets no password that must be changed, and binds subjects without a provider, whom the next sign-in
-- names.
--
-- Locks: adds columns to "staff", which holds off its readers and writers for a moment. A default that is a constant rewrites nothing.
ALTER TABLE "staff"
    ADD COLUMN "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "oidc_issuer" TEXT;
