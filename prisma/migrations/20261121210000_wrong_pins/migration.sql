-- How many sign-ins failed per client and per range of addresses, by minute: one PIN tried on many cards. The source is
-- stored as a hash; rows are deleted after 15 minutes.
--
-- Locks: creates a table. The former release runs on this schema, and does not count.
CREATE TABLE "failed_sign_ins" (
    "source_hash" BYTEA NOT NULL,
    "minute" TIMESTAMPTZ NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "failed_sign_ins_pkey" PRIMARY KEY ("source_hash", "minute")
);

CREATE INDEX "failed_sign_ins_by_minute" ON "failed_sign_ins" ("minute");
