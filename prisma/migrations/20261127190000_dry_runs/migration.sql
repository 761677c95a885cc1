-- An import says what it has added, changed and removed, can be tried without being done, and can bring a whole list. The former release neither
-- reads nor writes the columns, also that of patrons who came by signing in, whom no list names; it would run an import that waits for its columns as one of no whole list.
--
-- Locks: ADD COLUMN takes the strongest lock of two tables for a moment, without rewriting them.
ALTER TABLE "import_run"
    ADD COLUMN "effects" JSONB,
    ADD COLUMN "pins_removed" INTEGER,
    ADD COLUMN "dry_run" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "whole_list" TEXT,
    ADD COLUMN "is_forced" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "unnamed" JSONB;
ALTER TABLE "patron" ADD COLUMN "from_sign_in" BOOLEAN;
