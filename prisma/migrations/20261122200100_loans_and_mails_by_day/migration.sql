-- Loans and notices by day (decision 53). "copies" counts the loans of its copies, as a queue counts its tickets; the statement that
-- lends a copy updates this row anyway. The former release does not count.
--
-- A day may begin with a notice, before its figures have been read: "sampled_at" is null until then. For the former release, such a
-- day is due.
--
-- Locks: each ALTER TABLE takes the strongest lock of its table for a moment, without rewriting or reading it.
ALTER TABLE "copies" ADD COLUMN "loans_begun" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "library_day"
    ADD COLUMN "loans_begun" BIGINT,
    ADD COLUMN "mails_sent" INTEGER NOT NULL DEFAULT 0,
    ALTER COLUMN "sampled_at" DROP NOT NULL;
