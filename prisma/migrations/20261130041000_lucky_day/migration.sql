-- Lucky Day: copies and licences that are lent to whoever finds them, and never set aside. They are counted beside the others, so that what a
-- queue counts stays what it was. And whether a loan may go on after the end of its licence.
--
-- Release 0.3.0 neither reads nor writes what is new. It gives Lucky Day copies to nobody, and returns their loans as others: a library's first
-- ones are imported when no process of it is left.
--
-- Locks: the strongest lock of each table, one after the other, each for a moment and without rewriting it. The check of "copies" reads the table
-- without holding off readers or writers.
ALTER TABLE "copies"
    ADD COLUMN IF NOT EXISTS "holdable" BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN IF NOT EXISTS "lucky_owned" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS "lucky_licensed" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS "lucky_on_loan" INTEGER NOT NULL DEFAULT 0;

-- Next transaction
ALTER TABLE "copies" DROP CONSTRAINT IF EXISTS "copies_lucky_counts";
ALTER TABLE "copies" ADD CONSTRAINT "copies_lucky_counts"
    CHECK ("lucky_licensed" >= 0 AND "lucky_owned" >= "lucky_licensed" AND "lucky_on_loan" >= 0) NOT VALID;

-- Next transaction
ALTER TABLE "copies" VALIDATE CONSTRAINT "copies_lucky_counts";

-- Next transaction
ALTER TABLE "licence" ADD COLUMN IF NOT EXISTS "holdable" BOOLEAN NOT NULL DEFAULT true;

-- Next transaction
ALTER TABLE "checkout" ADD COLUMN IF NOT EXISTS "is_lucky" BOOLEAN NOT NULL DEFAULT false;

-- Next transaction
ALTER TABLE "library_settings"
    ADD COLUMN IF NOT EXISTS "loan_may_outlast" BOOLEAN,
    ADD COLUMN IF NOT EXISTS "lucky_loans" INTEGER,
    ADD COLUMN IF NOT EXISTS "lucky_days" INTEGER;
