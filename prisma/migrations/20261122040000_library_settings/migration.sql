-- What a library sets for itself instead of the service's settings: the sender of its mails, its identity provider, its
-- rates of requests. Null, or no row: the service's own. The former release does not look at it.
--
-- Locks: creates a table with a reference to library.
CREATE TABLE "library_settings" (
    "website_id" INTEGER NOT NULL,
    "mail_from_address" TEXT,
    "mail_from_name" TEXT,
    "mail_reply_to" TEXT,
    "jwt_issuer" TEXT,
    "jwt_audience" TEXT,
    "jwt_jwks_url" TEXT,
    "jwt_patron_claim" TEXT,
    "requests_per_patron" INTEGER,
    "requests_per_client" INTEGER,
    "requests_per_library" INTEGER,

    CONSTRAINT "library_settings_pkey" PRIMARY KEY ("website_id"),
    CONSTRAINT "library_settings_library_fkey" FOREIGN KEY ("website_id") REFERENCES "library" ("website_id")
        ON DELETE CASCADE ON UPDATE RESTRICT,
    -- A token whose issuer, audience and keys are not all checked could be from anyone.
    CONSTRAINT "library_settings_whole_provider" CHECK (
        num_nulls("jwt_issuer", "jwt_audience", "jwt_jwks_url", "jwt_patron_claim") IN (0, 4)
    ),
    CONSTRAINT "library_settings_rates" CHECK (
        "requests_per_patron" >= 0 AND "requests_per_client" >= 0 AND "requests_per_library" >= 0
    )
);
