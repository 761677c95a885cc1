-- Figures of each library by day, for charts over time (decision 53). They are about no person and no title.
--
-- Locks: creates a table. Its reference to "library" takes a lock that holds off writers for a moment.

CREATE TABLE "library_day" (
    "website_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "sampled_at" TIMESTAMPTZ NOT NULL,
    "placed" BIGINT NOT NULL,
    "live_holds" INTEGER NOT NULL,
    "suspended" INTEGER NOT NULL,
    "ready" INTEGER NOT NULL,
    "longest_queue" INTEGER NOT NULL,
    "copies_owned" INTEGER NOT NULL,
    "copies_on_loan" INTEGER NOT NULL,

    CONSTRAINT "library_day_pkey" PRIMARY KEY ("website_id", "day"),
    CONSTRAINT "library_day_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "library_day_by_day" ON "library_day" ("day");
