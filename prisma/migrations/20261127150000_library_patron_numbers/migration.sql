-- A library names its patrons by numbers of its own, says until when they may use the service, and blocks them. A patron has several cards.
-- The former release knows only the first card, and serves blocked and expired patrons.
--
-- Locks: ADD COLUMN takes the strongest lock of "patron" for a moment, without rewriting it; so does the reference of the new table.
ALTER TABLE "patron"
    ADD COLUMN "external_id" TEXT,
    ADD COLUMN "expires_on" DATE,
    ADD COLUMN "blocked_reason" TEXT;

CREATE TABLE "further_card" (
    "website_id" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "card_number" TEXT NOT NULL,

    CONSTRAINT "further_card_pkey" PRIMARY KEY ("website_id", "patron_id", "place"),
    CONSTRAINT "further_card_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX "further_card_by_card" ON "further_card" ("website_id", "card_number");
CREATE INDEX "further_card_in_any_case" ON "further_card" ("website_id", lower("card_number") text_pattern_ops);

-- Numbers of patrons whom the library names by its own alone: far from those that libraries give themselves.
CREATE SEQUENCE "patron_number" AS INTEGER START WITH 1000000000;
