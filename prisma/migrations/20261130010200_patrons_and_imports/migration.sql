-- Patrons by the numbers of their library and by several cards, sign-in by the library's own system, and imports of CSV files.
--
-- Release 0.3.0 neither reads nor writes what is new. There, a patron has the first card only, and whoever is blocked, has expired or was left out
-- by a whole list is served; patrons sign in by the cards and PINs that are stored; a list that names a merged patron brings that one back; a
-- title that it adds counts as one of all libraries until it is imported again. What it stores of a library's settings leaves the new ones as
-- they are.
--
-- Locks: the strongest lock of six tables, one after the other, each for a moment and without rewriting it.

-- ── Imports ──────────────────────────────────────────────────────────────────────────────────────────
-- What the columns of a CSV file are, and most likely are while it waits for staff to say so, and its first rows until then. What an import has
-- added, changed and removed: it can be tried without being done, and can bring a whole list.
ALTER TABLE "import_run"
    ADD COLUMN IF NOT EXISTS "csv_kind" TEXT,
    ADD COLUMN IF NOT EXISTS "columns" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN IF NOT EXISTS "sample" JSONB,
    ADD COLUMN IF NOT EXISTS "mapping" JSONB,
    ADD COLUMN IF NOT EXISTS "effects" JSONB,
    ADD COLUMN IF NOT EXISTS "pins_removed" INTEGER,
    ADD COLUMN IF NOT EXISTS "dry_run" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS "whole_list" TEXT,
    ADD COLUMN IF NOT EXISTS "is_forced" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS "unnamed" JSONB,
    ADD COLUMN IF NOT EXISTS "blocks_kept" INTEGER,
    ADD COLUMN IF NOT EXISTS "proposed" JSONB,
    ADD COLUMN IF NOT EXISTS "pins_kept" INTEGER,
    ADD COLUMN IF NOT EXISTS "holds_beyond_rules" INTEGER;
-- Next transaction
ALTER TABLE "import_rejection" ADD COLUMN IF NOT EXISTS "cells" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- Next transaction
-- ── Libraries ────────────────────────────────────────────────────────────────────────────────────────
-- When holds end that no copy is left for, how the library's own system is asked about patrons who sign in, and which tokens of an identity
-- provider that libraries share are those of this one's patrons.
ALTER TABLE "library_settings"
    ADD COLUMN IF NOT EXISTS "days_without_copies" INTEGER,
    ADD COLUMN IF NOT EXISTS "sign_in" JSONB,
    ADD COLUMN IF NOT EXISTS "jwt_library_claim" TEXT;

-- Next transaction
-- Whether a library's cards are found in whatever case they are typed.
ALTER TABLE "library" ADD COLUMN IF NOT EXISTS "card_case_matters" BOOLEAN NOT NULL DEFAULT false;

-- What the columns of the next file are. A trial keeps the columns that staff chose for its form alone.
CREATE TABLE IF NOT EXISTS "csv_mapping" (
    "website_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "mapping" JSONB NOT NULL,
    "tried" JSONB,

    CONSTRAINT "csv_mapping_pkey" PRIMARY KEY ("website_id", "kind"),
    CONSTRAINT "csv_mapping_library_fkey" FOREIGN KEY ("website_id") REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);

-- Why patrons whom a library's own system knows could not sign in, and how often.
CREATE TABLE IF NOT EXISTS "refused_sign_ins" (
    "website_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ NOT NULL,
    "last_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "refused_sign_ins_pkey" PRIMARY KEY ("website_id", "reason"),
    CONSTRAINT "refused_sign_ins_library_fkey" FOREIGN KEY ("website_id") REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX IF NOT EXISTS "refused_sign_ins_by_time" ON "refused_sign_ins" ("last_at");

-- Next transaction
-- ── Patrons ──────────────────────────────────────────────────────────────────────────────────────────
-- A library names its patrons by numbers of its own, says until when they may use the service, and blocks them. A desk blocks a patron by hand,
-- which no list, record or sign-in lifts. A patron whom a whole list left out is back as soon as a record names them, with the last day that the
-- library gave them.
ALTER TABLE "patron"
    ADD COLUMN IF NOT EXISTS "external_id" TEXT,
    ADD COLUMN IF NOT EXISTS "expires_on" DATE,
    ADD COLUMN IF NOT EXISTS "blocked_reason" TEXT,
    ADD COLUMN IF NOT EXISTS "from_sign_in" BOOLEAN,
    ADD COLUMN IF NOT EXISTS "ended_by_list" DATE,
    ADD COLUMN IF NOT EXISTS "blocked_by_desk" TEXT;

CREATE TABLE IF NOT EXISTS "further_card" (
    "website_id" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "card_number" TEXT NOT NULL,

    CONSTRAINT "further_card_pkey" PRIMARY KEY ("website_id", "patron_id", "place"),
    CONSTRAINT "further_card_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX IF NOT EXISTS "further_card_by_card" ON "further_card" ("website_id", "card_number");
CREATE INDEX IF NOT EXISTS "further_card_in_any_case" ON "further_card" ("website_id", lower("card_number") text_pattern_ops);

-- Numbers of patrons whom the library names by its own alone: far from those that libraries give themselves.
CREATE SEQUENCE IF NOT EXISTS "patron_number" AS INTEGER START WITH 1000000000;

-- Staff merge a patron into another, and lists of the library's system go on naming the first: the names are kept as hashes, to tell for whom the
-- list means it.
CREATE TABLE IF NOT EXISTS "merged_name" (
    "website_id" INTEGER NOT NULL,
    "name_hash" BYTEA NOT NULL,
    "patron_id" INTEGER NOT NULL,

    CONSTRAINT "merged_name_pkey" PRIMARY KEY ("website_id", "name_hash"),
    CONSTRAINT "merged_name_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX IF NOT EXISTS "merged_name_by_patron" ON "merged_name" ("website_id", "patron_id");

-- Next transaction
-- ── Titles ───────────────────────────────────────────────────────────────────────────────────────────
-- The crossRefIds of titles whose records give none: far from those that collections give themselves.
CREATE SEQUENCE IF NOT EXISTS "cross_ref_number" AS INTEGER START WITH 1000000000;

-- The first creator as it is filed ("Brontë, Charlotte"), folded, to sort by. Null: no creator, or no import has written the title since. And
-- whose source a title is of: an ISBN in a library's files means such a title, and not that of another library.
ALTER TABLE "title"
    ADD COLUMN IF NOT EXISTS "author_sort_key" TEXT COLLATE "C",
    ADD COLUMN IF NOT EXISTS "of_library" INTEGER;

-- Imports look up a thousand ISBNs at once, often right after their titles: each lookup would read the list of entries that still wait to be put into
-- the index (17 ms each after 100,000 titles, and 0.05 ms without the list). The list has at most 4 MB, which are put there before anything is locked.
-- Next transaction
SELECT gin_clean_pending_list('title_by_identifier');
-- Next transaction
ALTER INDEX "title_by_identifier" SET (fastupdate = off);
SELECT gin_clean_pending_list('title_by_identifier');
