-- What patrons of a library do, in counts by week: how long they keep loans, and what they do with a copy that is set aside for them.
-- Estimates of waits are made from them (decision 61). They are about no person and no title.
--
-- New table; its reference to "library" takes a lock that holds off writers for a moment. The release before does not know it, and
-- what patrons do there is not counted.
CREATE TABLE "observation" (
    "website_id" INTEGER NOT NULL,
    "week" DATE NOT NULL,
    "measure" TEXT NOT NULL,
    "format_class" TEXT NOT NULL,
    "period" INTEGER NOT NULL,
    "bucket" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    CONSTRAINT "observation_pkey" PRIMARY KEY ("website_id", "week", "measure", "format_class", "period", "bucket"),
    CONSTRAINT "observation_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "observation_by_week" ON "observation" ("week");

-- When a hold is ready as likely as not, and almost certainly. NULL: the wait is the worst case, and the same for both.
--
-- Locks: adds a column without a default, for a moment. The former release neither reads nor writes it.
ALTER TABLE "title_queue" ADD COLUMN "wait_likely" INTEGER[];
