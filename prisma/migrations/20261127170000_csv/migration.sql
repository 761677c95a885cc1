-- Staff import CSV files: what the columns are, the first rows until staff have said so, and the rows that were rejected. The former release
-- neither reads nor writes them, and has imports of records only.
--
-- Locks: ADD COLUMN takes the strongest lock of two tables for a moment, without rewriting them. The reference to library takes a lock that
-- waits for writers of library for a moment.
ALTER TABLE "import_run"
    ADD COLUMN "csv_kind" TEXT,
    ADD COLUMN "columns" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "sample" JSONB,
    ADD COLUMN "mapping" JSONB;
ALTER TABLE "import_rejection" ADD COLUMN "cells" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

CREATE TABLE "csv_mapping" (
    "website_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "mapping" JSONB NOT NULL,

    CONSTRAINT "csv_mapping_pkey" PRIMARY KEY ("website_id", "kind"),
    CONSTRAINT "csv_mapping_library_fkey" FOREIGN KEY ("website_id") REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
