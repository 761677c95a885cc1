-- Accounts of library staff, API tokens of machines, their roles and sessions, and the log of what they did (decision 50).
--
-- Locks: creates tables. The log's references to "library" and "patron" take a lock of each that holds off writers for a
-- moment.

-- ── Who ──────────────────────────────────────────────────────────────────────────────────────────────
-- A person signs in with a password, or through an identity provider; a machine has a token. No secret is stored, only hashes.
CREATE TABLE "staff" (
    "staff_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "oidc_subject" TEXT,
    "email" TEXT,
    "token_hash" BYTEA,
    "expires_at" TIMESTAMPTZ,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT now(),

    CONSTRAINT "staff_pkey" PRIMARY KEY ("staff_id"),
    CONSTRAINT "staff_is_person_or_machine" CHECK (
        ("token_hash" IS NULL AND "expires_at" IS NULL)
        OR ("password_hash" IS NULL AND "oidc_subject" IS NULL AND "email" IS NULL AND "token_hash" IS NOT NULL))
);
CREATE UNIQUE INDEX "staff_name" ON "staff" ("name");
CREATE UNIQUE INDEX "staff_oidc_subject" ON "staff" ("oidc_subject");
CREATE UNIQUE INDEX "staff_email" ON "staff" ("email");
CREATE UNIQUE INDEX "staff_token" ON "staff" ("token_hash");

-- It refers to no library: it is found by its account, before the library is known.
CREATE TABLE "staff_role" (
    "website_id" INTEGER NOT NULL,
    "staff_id" UUID NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "staff_role_pkey" PRIMARY KEY ("website_id", "staff_id", "role"),
    CONSTRAINT "staff_role_is_known" CHECK ("role" IN ('desk', 'collections', 'admin')),
    CONSTRAINT "staff_role_staff_fkey" FOREIGN KEY ("staff_id")
        REFERENCES "staff" ("staff_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "staff_role_by_staff" ON "staff_role" ("staff_id");

CREATE TABLE "staff_session" (
    "session_hash" BYTEA NOT NULL,
    "staff_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "used_at" TIMESTAMPTZ NOT NULL DEFAULT now(),

    CONSTRAINT "staff_session_pkey" PRIMARY KEY ("session_hash"),
    CONSTRAINT "staff_session_staff_fkey" FOREIGN KEY ("staff_id")
        REFERENCES "staff" ("staff_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "staff_session_by_staff" ON "staff_session" ("staff_id");
CREATE INDEX "staff_session_end" ON "staff_session" ("expires_at");

-- ── What they did ────────────────────────────────────────────────────────────────────────────────────
-- The name is that of the time: the account may be gone. No row ties a patron to a title.
CREATE TABLE "staff_action" (
    "website_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ NOT NULL,
    "action_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "action" TEXT NOT NULL,
    "staff_kind" TEXT NOT NULL,
    "staff_id" TEXT NOT NULL,
    "staff_name" TEXT NOT NULL,
    "patron_id" INTEGER,
    "reserve_id" UUID,

    CONSTRAINT "staff_action_pkey" PRIMARY KEY ("website_id", "at", "action_id"),
    CONSTRAINT "staff_action_has_no_patron_with_title" CHECK ("patron_id" IS NULL OR "reserve_id" IS NULL),
    CONSTRAINT "staff_action_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "staff_action_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "staff_action_by_time" ON "staff_action" ("at");
CREATE INDEX "staff_action_by_patron" ON "staff_action" ("website_id", "patron_id") WHERE "patron_id" IS NOT NULL;
