-- In how many last days of a loan its patron may place a hold on the title again, to renew it. 0: never. The former release ignores
-- it, and refuses each hold on a title that its patron has on loan; its imports leave it as it is.
--
-- Locks: ADD COLUMN with a constant default takes the strongest lock of "library" for a moment, without rewriting it. The constraint
-- reads the table, which has a row for each library.
ALTER TABLE "library"
    ADD COLUMN "renewal_days" INTEGER NOT NULL DEFAULT 3,
    ADD CONSTRAINT "library_renewal_days_not_negative" CHECK ("renewal_days" >= 0);
