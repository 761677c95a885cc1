-- Staff and sign-ins find a card in whatever case it is typed, and by its beginning. The former release has patron_by_card and
-- patron_by_card_beginning for its own statements.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "patron_by_card_in_any_case" ON "patron" ("website_id", lower("card_number") text_pattern_ops)
    WHERE "card_number" IS NOT NULL;
