-- What it takes to walk a whole catalog, page by page, in any order.
--
-- Locks: CREATE INDEX holds off writers of its table while it is built, some seconds each for 1,000,000 rows, and DROP INDEX
-- takes its table's strongest lock for a moment. The former release runs on this schema: it sorts by author and by date
-- without an index until it is replaced.

-- ── Collection tokens ────────────────────────────────────────────────────────────────────────────────
-- A client names any token of any library that it serves.
CREATE INDEX "library_by_collection_token" ON "library" ("collection_token");
CREATE INDEX "patron_category_by_collection_token" ON "patron_category" ("collection_token");
CREATE INDEX "collection_by_collection_token" ON "collection" ("collection_token");

-- ── Orders ───────────────────────────────────────────────────────────────────────────────────────────
-- A page begins behind a title, by the keys of the order: none of them may be null, and the last is the identifier.
-- Titles of one collection stand in the order of a walk.
DROP INDEX "copies_by_collection";
CREATE INDEX "copies_by_collection" ON "copies" ("website_id", "collection_id", "reserve_id");

-- Titles without an author stand last. U+10FFFF is behind every other character.
DROP INDEX "title_by_author";
CREATE INDEX "title_by_author" ON "title"
    ((COALESCE("author_key", U&'\+10FFFF')), (COALESCE("sort_key", "title_key")), "reserve_id");

-- A title without a date of its own counts from when the library got it.
DROP INDEX "title_by_added_date";
CREATE INDEX "title_by_added_date" ON "title" ((("added_date"::timestamp AT TIME ZONE 'UTC')), "reserve_id")
    WHERE "added_date" IS NOT NULL;
CREATE INDEX "title_undated" ON "title" ("reserve_id") WHERE "added_date" IS NULL;
CREATE INDEX "title_queue_by_added_at" ON "title_queue" ("website_id", "added_at", "reserve_id");

CREATE INDEX "title_queue_by_popularity" ON "title_queue" ("website_id", "popularity", "reserve_id");
CREATE INDEX "title_by_star_rating" ON "title" ((COALESCE("star_rating", -1)), "reserve_id");
CREATE INDEX "title_by_publish_date" ON "title" ((COALESCE("publish_date", '0001-01-01'::date)), "reserve_id");

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
