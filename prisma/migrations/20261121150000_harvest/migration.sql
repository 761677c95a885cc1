-- What it takes to walk a whole catalog, page by page. The indexes of the large tables are in migrations of their own.
--
-- Locks: CREATE INDEX holds off writers of small tables for a moment.

-- ── Collection tokens ────────────────────────────────────────────────────────────────────────────────
-- A client names any token of any library that it serves.
CREATE INDEX "library_by_collection_token" ON "library" ("collection_token");
CREATE INDEX "patron_category_by_collection_token" ON "patron_category" ("collection_token");
CREATE INDEX "collection_by_collection_token" ON "collection" ("collection_token");

-- ── Bookmarks ────────────────────────────────────────────────────────────────────────────────────────
-- For clients that count offsets themselves: behind which title the page at an offset begins. walk_hash is a hash of who
-- walks and what was asked for; nobody's name stands here.
CREATE TABLE "catalog_bookmark" (
    "walk_hash" BYTEA NOT NULL,
    "position" INTEGER NOT NULL,
    "cursor" TEXT NOT NULL,
    "forget_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "catalog_bookmark_pkey" PRIMARY KEY ("walk_hash", "position")
);

CREATE INDEX "catalog_bookmark_end" ON "catalog_bookmark" ("forget_at");
