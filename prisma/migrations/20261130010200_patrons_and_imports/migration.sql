-- Patrons by the numbers of their library and by several cards, sign-in by the library's own system, and imports of CSV files.
--
-- Release 0.3.0 neither reads nor writes what is new. There, a patron has the first card only, and whoever is blocked, has expired or was left out
-- by a whole list is served; patrons sign in by the cards and PINs that are stored; a list that names a merged patron brings that one back; a
-- title that it adds counts as one of all libraries until it is imported again. What it stores of a library's settings leaves the new ones as
-- they are.
--
-- Locks: the strongest lock of six tables, the busiest last, for a moment and without rewriting one. What takes longer, 4 MB of entries at most,
-- comes before them, and locks nothing.
SELECT gin_clean_pending_list('title_by_identifier');

-- ── Imports ──────────────────────────────────────────────────────────────────────────────────────────
-- What the columns of a CSV file are, and most likely are while it waits for staff to say so, and its first rows until then. What an import has
-- added, changed and removed: it can be tried without being done, and can bring a whole list.
ALTER TABLE "import_run"
    ADD COLUMN "csv_kind" TEXT,
    ADD COLUMN "columns" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "sample" JSONB,
    ADD COLUMN "mapping" JSONB,
    ADD COLUMN "effects" JSONB,
    ADD COLUMN "pins_removed" INTEGER,
    ADD COLUMN "dry_run" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "whole_list" TEXT,
    ADD COLUMN "is_forced" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "unnamed" JSONB,
    ADD COLUMN "blocks_kept" INTEGER,
    ADD COLUMN "proposed" JSONB,
    ADD COLUMN "pins_kept" INTEGER,
    ADD COLUMN "holds_beyond_rules" INTEGER;
ALTER TABLE "import_rejection" ADD COLUMN "cells" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- ── Libraries ────────────────────────────────────────────────────────────────────────────────────────
-- When holds end that no copy is left for, how the library's own system is asked about patrons who sign in, and which tokens of an identity
-- provider that libraries share are those of this one's patrons.
ALTER TABLE "library_settings"
    ADD COLUMN "days_without_copies" INTEGER,
    ADD COLUMN "sign_in" JSONB,
    ADD COLUMN "jwt_library_claim" TEXT;

-- Whether a library's cards are found in whatever case they are typed.
ALTER TABLE "library" ADD COLUMN "card_case_matters" BOOLEAN NOT NULL DEFAULT false;

-- What the columns of the next file are. A trial keeps the columns that staff chose for its form alone.
CREATE TABLE "csv_mapping" (
    "website_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "mapping" JSONB NOT NULL,
    "tried" JSONB,

    CONSTRAINT "csv_mapping_pkey" PRIMARY KEY ("website_id", "kind"),
    CONSTRAINT "csv_mapping_library_fkey" FOREIGN KEY ("website_id") REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);

-- Why patrons whom a library's own system knows could not sign in, and how often.
CREATE TABLE "refused_sign_ins" (
    "website_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ NOT NULL,
    "last_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "refused_sign_ins_pkey" PRIMARY KEY ("website_id", "reason"),
    CONSTRAINT "refused_sign_ins_library_fkey" FOREIGN KEY ("website_id") REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "refused_sign_ins_by_time" ON "refused_sign_ins" ("last_at");

-- ── Patrons ──────────────────────────────────────────────────────────────────────────────────────────
-- A library names its patrons by numbers of its own, says until when they may use the service, and blocks them. A desk blocks a patron by hand,
-- which no list, record or sign-in lifts. A patron whom a whole list left out is back as soon as a record names them, with the last day that the
-- library gave them.
ALTER TABLE "patron"
    ADD COLUMN "external_id" TEXT,
    ADD COLUMN "expires_on" DATE,
    ADD COLUMN "blocked_reason" TEXT,
    ADD COLUMN "from_sign_in" BOOLEAN,
    ADD COLUMN "ended_by_list" DATE,
    ADD COLUMN "blocked_by_desk" TEXT;

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

-- Staff merge a patron into another, and lists of the library's system go on naming the first: the names are kept as hashes, to tell for whom the
-- list means it.
CREATE TABLE "merged_name" (
    "website_id" INTEGER NOT NULL,
    "name_hash" BYTEA NOT NULL,
    "patron_id" INTEGER NOT NULL,

    CONSTRAINT "merged_name_pkey" PRIMARY KEY ("website_id", "name_hash"),
    CONSTRAINT "merged_name_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "merged_name_by_patron" ON "merged_name" ("website_id", "patron_id");

-- ── Titles ───────────────────────────────────────────────────────────────────────────────────────────
-- The crossRefIds of titles whose records give none: far from those that collections give themselves.
CREATE SEQUENCE "cross_ref_number" AS INTEGER START WITH 1000000000;

-- The first creator as it is filed ("Brontë, Charlotte"), folded, to sort by. Null: no creator, or no import has written the title since. And
-- whose source a title is of: an ISBN in a library's files means such a title, and not that of another library.
ALTER TABLE "title"
    ADD COLUMN "author_sort_key" TEXT COLLATE "C",
    ADD COLUMN "of_library" INTEGER;

-- Imports look up a thousand ISBNs at once, often right after their titles: each lookup would read the list of entries that still wait to be put into
-- the index (17 ms each after 100,000 titles, and 0.05 ms without the list).
ALTER INDEX "title_by_identifier" SET (fastupdate = off);
SELECT gin_clean_pending_list('title_by_identifier');
