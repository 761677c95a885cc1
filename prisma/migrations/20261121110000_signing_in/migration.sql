-- Attempts to guess a card's PIN. A new table: no lock on anything in use.
-- The card is known by its hash only: it may be one that nobody has, and must not be kept for having been typed.
CREATE TABLE "pin_guessing" (
    "website_id" INTEGER NOT NULL,
    "card_hash" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL,
    "first_attempt_at" TIMESTAMPTZ NOT NULL,
    "refused_until" TIMESTAMPTZ,

    CONSTRAINT "pin_guessing_pkey" PRIMARY KEY ("website_id", "card_hash"),
    CONSTRAINT "pin_guessing_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "pin_guessing_counts" CHECK ("attempts" > 0)
);

CREATE INDEX "pin_guessing_first_attempt" ON "pin_guessing" ("first_attempt_at");
