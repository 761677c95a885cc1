-- How many holds a patron wants ready at the same time: while so many are, copies go past the others, which keep their places. And the
-- patrons whose waiting holds are to be looked at again, because one of their ready holds has ended.
--
-- New tables; "patron" is locked for a moment against changes, for the foreign key. The former release does not know them: while it runs
-- beside this one, it hands copies to these patrons as to all others, and does not write down whose holds are to be looked at.
CREATE TABLE "pace" (
    "website_id" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "ready_at_most" INTEGER NOT NULL,
    CONSTRAINT "pace_pkey" PRIMARY KEY ("website_id", "patron_id"),
    CONSTRAINT "pace_patron_fkey" FOREIGN KEY ("website_id", "patron_id") REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "pace_has_room" CHECK ("ready_at_most" >= 1)
);

CREATE TABLE "pace_review" (
    "website_id" INTEGER NOT NULL,
    "review_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "patron_id" INTEGER NOT NULL,
    "written_at" TIMESTAMPTZ(6) NOT NULL DEFAULT statement_timestamp(),
    CONSTRAINT "pace_review_pkey" PRIMARY KEY ("website_id", "review_id")
);
