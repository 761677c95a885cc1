-- The titles that patrons watch: no hold, no place.
--
-- Release 0.3.0 neither reads nor writes it. A patron whom it deletes, and a title that it removes, take their rows along. It merges
-- patrons without them.
--
-- Locks: "patron" and "title_queue" against writers, for a moment.
CREATE TABLE "watch" (
    "website_id" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "email_address" TEXT,
    "watched_at" TIMESTAMPTZ NOT NULL,
    "was_owned" BOOLEAN NOT NULL,
    "told_at" TIMESTAMPTZ,

    CONSTRAINT "watch_pkey" PRIMARY KEY ("website_id", "patron_id", "reserve_id"),
    CONSTRAINT "watch_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "watch_queue_fkey" FOREIGN KEY ("website_id", "reserve_id")
        REFERENCES "title_queue" ("website_id", "reserve_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "watch_by_title" ON "watch" ("website_id", "reserve_id");
