-- Files of records that staff upload, how far their import came, and which lines were rejected (decision 54). The former
-- release knows neither table.
--
-- Locks: creates two tables. The reference to library takes a lock that waits for writers of library for a moment.
CREATE TABLE "import_run" (
    "website_id" INTEGER NOT NULL,
    "import_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ NOT NULL,
    "alive_at" TIMESTAMPTZ NOT NULL,
    "ended_at" TIMESTAMPTZ,
    "bytes" BIGINT NOT NULL,
    "bytes_done" BIGINT NOT NULL DEFAULT 0,
    "applied" INTEGER NOT NULL DEFAULT 0,
    "rejected" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,

    CONSTRAINT "import_run_pkey" PRIMARY KEY ("website_id", "import_id"),
    CONSTRAINT "import_run_library_fkey" FOREIGN KEY ("website_id") REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "import_run_by_start" ON "import_run" ("website_id", "started_at");
CREATE INDEX "import_run_end" ON "import_run" ("started_at");

CREATE TABLE "import_rejection" (
    "website_id" INTEGER NOT NULL,
    "import_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "message" TEXT NOT NULL,

    CONSTRAINT "import_rejection_pkey" PRIMARY KEY ("website_id", "import_id", "line"),
    CONSTRAINT "import_rejection_run_fkey" FOREIGN KEY ("website_id", "import_id") REFERENCES "import_run" ("website_id", "import_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
