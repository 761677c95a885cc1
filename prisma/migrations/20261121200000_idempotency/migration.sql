-- The answers to requests with an Idempotency-Key, for 24 hours. Nothing here can be read without the key, which is not
-- stored: no row ties a patron to a title.
--
-- Locks: creates a table, and for its reference takes a lock of "patron" that holds off writers for a moment. The former
-- release runs on this schema.
CREATE TABLE "idempotent_answer" (
    "website_id" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "sealed_answer" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("website_id", "patron_id", "key_hash"),
    CONSTRAINT "idempotent_answer_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);

CREATE INDEX "idempotent_answer_end" ON "idempotent_answer" ("expires_at");
