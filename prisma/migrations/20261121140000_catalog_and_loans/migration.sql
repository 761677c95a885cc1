-- What clients need of the catalog, of loans and of harvests.
--
-- Locks: every ADD COLUMN takes its table's strongest lock for a moment, without rewriting it (the defaults are constants of
-- the statement). CREATE INDEX holds off writers of "title" and "title_queue" while it is built, some seconds for 1,000,000
-- rows. The former release runs on this schema: it writes none of the new columns, and each has a default.

-- ── The library and its collections ──────────────────────────────────────────────────────────────────
-- A library's own token stands for the union of its categories' collections, a collection's token for that one alone.
-- Both can be replaced; neither can be guessed.
ALTER TABLE "library" ADD COLUMN "collection_token" TEXT NOT NULL
    DEFAULT replace(gen_random_uuid()::text, '-', '');

-- The number under which clients know an account of a consortium. Without one a collection is part of the main account.
ALTER TABLE "collection"
    ADD COLUMN "account_number" INTEGER,
    ADD COLUMN "collection_token" TEXT NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
    ADD CONSTRAINT "collection_account_number_positive" CHECK ("account_number" > 0);

CREATE UNIQUE INDEX "collection_by_account_number" ON "collection" ("website_id", "account_number");

-- ── Titles ───────────────────────────────────────────────────────────────────────────────────────────
-- format_details: what is known of each format besides its id, in the order of "formats". identifiers: ISBNs and the like
-- of all formats, without hyphens and in upper case, to look titles up by. sort_key: the key of sort_title.
ALTER TABLE "title"
    ADD COLUMN "subtitle" TEXT,
    ADD COLUMN "sort_title" TEXT,
    ADD COLUMN "sort_key" TEXT COLLATE "C",
    ADD COLUMN "edition" TEXT,
    ADD COLUMN "series" TEXT,
    ADD COLUMN "publisher" TEXT,
    ADD COLUMN "imprint" TEXT,
    ADD COLUMN "publish_date" DATE,
    ADD COLUMN "short_description" TEXT,
    ADD COLUMN "full_description" TEXT,
    ADD COLUMN "keywords" TEXT[] NOT NULL DEFAULT '{}',
    ADD COLUMN "star_rating" DOUBLE PRECISION,
    ADD COLUMN "is_public_domain" BOOLEAN,
    ADD COLUMN "images" JSONB NOT NULL DEFAULT '{}',
    ADD COLUMN "format_details" JSONB NOT NULL DEFAULT '[]',
    ADD COLUMN "identifiers" TEXT[] NOT NULL DEFAULT '{}',
    ADD CONSTRAINT "title_star_rating_in_range" CHECK ("star_rating" BETWEEN 0 AND 5);

CREATE INDEX "title_by_sort_title" ON "title" ((COALESCE("sort_key", "title_key")), "reserve_id");
CREATE INDEX "title_by_identifier" ON "title" USING GIN ("identifiers");
CREATE INDEX "title_by_series" ON "title" ("search_fold"("series")) WHERE "series" IS NOT NULL;

-- ── Changes ──────────────────────────────────────────────────────────────────────────────────────────
-- When a library's title last changed: its metadata or what is owned of it (title_changed_at), or that or how available it
-- is (changed_at). changed_at is coarse: holds and loans write it at most once a minute for each title, so that they stay
-- fast. popularity (live holds and copies on loan) is counted whenever changed_at is written.
ALTER TABLE "title_queue"
    ADD COLUMN "added_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    ADD COLUMN "title_changed_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    ADD COLUMN "changed_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    ADD COLUMN "popularity" INTEGER NOT NULL DEFAULT 0;

CREATE INDEX "title_queue_by_change" ON "title_queue" ("website_id", "changed_at", "reserve_id");
CREATE INDEX "title_queue_by_title_change" ON "title_queue" ("website_id", "title_changed_at", "reserve_id");

-- What a collection no longer has: for those who ask what has changed. It goes when the title comes back.
CREATE TABLE "withdrawn_title" (
    "website_id" INTEGER NOT NULL,
    "collection_id" TEXT NOT NULL,
    "reserve_id" UUID NOT NULL,
    "cross_ref_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "format_class" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "withdrawn_title_pkey" PRIMARY KEY ("website_id", "collection_id", "reserve_id"),
    CONSTRAINT "withdrawn_title_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);

CREATE INDEX "withdrawn_title_by_time" ON "withdrawn_title" ("website_id", "withdrawn_at", "reserve_id");
