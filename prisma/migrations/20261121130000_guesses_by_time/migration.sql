-- Attempts at a card's PIN by their times: ten in any fifteen minutes close the card, not only ten since the first.
-- The table is made anew, which forgets the attempts of the last fifteen minutes. Its foreign key holds off writers of
-- "library" for an instant.
DROP TABLE "pin_guessing";

CREATE TABLE "pin_guessing" (
    "website_id" INTEGER NOT NULL,
    "card_hash" BYTEA NOT NULL,
    "attempted_at" TIMESTAMPTZ[] NOT NULL,
    "forget_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "pin_guessing_pkey" PRIMARY KEY ("website_id", "card_hash"),
    CONSTRAINT "pin_guessing_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "pin_guessing_counts" CHECK (cardinality("attempted_at") BETWEEN 1 AND 10)
);

CREATE INDEX "pin_guessing_end" ON "pin_guessing" ("forget_at");
