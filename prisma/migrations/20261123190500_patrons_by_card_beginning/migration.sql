-- Staff find patrons by the beginning of the card number. The unique index of cards has the order of the database's language, in
-- which the cards with one beginning need not be side by side.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "patron_by_card_beginning" ON "patron" ("website_id", "card_number" text_pattern_ops)
    WHERE "card_number" IS NOT NULL;
