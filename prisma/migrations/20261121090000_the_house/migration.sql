-- The house: every table of the service. All objects are new, so no lock is taken on anything in use.
-- Every key of a per-library table starts with website_id (the library, the tenant): no statement crosses
-- two libraries, and the tables can be distributed by it.

-- ── Time ─────────────────────────────────────────────────────────────────────────────────────────────
-- One clock for everything that stores or compares a time, so that replicas agree. Only the sandbox moves it.
CREATE TABLE "service_clock" (
    "only_row" BOOLEAN NOT NULL DEFAULT true,
    "ahead" INTERVAL NOT NULL DEFAULT '0',

    CONSTRAINT "service_clock_pkey" PRIMARY KEY ("only_row"),
    CONSTRAINT "service_clock_is_one_row" CHECK ("only_row")
);

INSERT INTO "service_clock" DEFAULT VALUES;

CREATE FUNCTION "service_now"() RETURNS TIMESTAMPTZ LANGUAGE sql STABLE PARALLEL SAFE
    AS 'SELECT now() + "ahead" FROM "service_clock"';

-- ── The library, its collections, its patrons ────────────────────────────────────────────────────────
CREATE TABLE "library" (
    "website_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hold_limit" INTEGER NOT NULL DEFAULT 15,
    "checkout_limit" INTEGER NOT NULL DEFAULT 15,
    "pickup_hours" INTEGER NOT NULL DEFAULT 72,
    "missed_pickup" TEXT NOT NULL DEFAULT 'redeliver-once',
    "lending_periods" JSONB NOT NULL DEFAULT '{"eBook": 21, "Audiobook": 21, "Video": 7}',
    "lending_overrides" JSONB NOT NULL DEFAULT '{}',
    "pin_required" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "library_pkey" PRIMARY KEY ("website_id"),
    CONSTRAINT "library_limits_not_negative" CHECK ("hold_limit" >= 0 AND "checkout_limit" >= 0),
    CONSTRAINT "library_pickup_is_a_time" CHECK ("pickup_hours" > 0),
    CONSTRAINT "library_missed_pickup_known" CHECK ("missed_pickup" IN ('redeliver-once', 'cancel')),
    CONSTRAINT "library_lends_every_format" CHECK ("lending_periods" ?& ARRAY['eBook', 'Audiobook', 'Video'])
);

CREATE TABLE "collection" (
    "website_id" INTEGER NOT NULL,
    "collection_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "collection_pkey" PRIMARY KEY ("website_id", "collection_id"),
    CONSTRAINT "collection_website_id_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "patron_category" (
    "website_id" INTEGER NOT NULL,
    "category" TEXT NOT NULL,
    "hold_limit" INTEGER,
    "checkout_limit" INTEGER,
    "collection_token" TEXT NOT NULL,

    CONSTRAINT "patron_category_pkey" PRIMARY KEY ("website_id", "category"),
    CONSTRAINT "patron_category_website_id_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "patron_category_limits_not_negative" CHECK ("hold_limit" >= 0 AND "checkout_limit" >= 0)
);

CREATE TABLE "category_collection" (
    "website_id" INTEGER NOT NULL,
    "category" TEXT NOT NULL,
    "collection_id" TEXT NOT NULL,

    CONSTRAINT "category_collection_pkey" PRIMARY KEY ("website_id", "category", "collection_id"),
    CONSTRAINT "category_collection_category_fkey" FOREIGN KEY ("website_id", "category")
        REFERENCES "patron_category" ("website_id", "category") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "category_collection_collection_fkey" FOREIGN KEY ("website_id", "collection_id")
        REFERENCES "collection" ("website_id", "collection_id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE INDEX "category_collection_by_collection" ON "category_collection" ("website_id", "collection_id");

-- Which library a patron number belongs to. Patron numbers are unique in the whole service; this small table
-- carries that promise, so that the patron table itself can be keyed by library.
CREATE TABLE "patron_directory" (
    "patron_id" INTEGER NOT NULL,
    "website_id" INTEGER NOT NULL,

    CONSTRAINT "patron_directory_pkey" PRIMARY KEY ("patron_id")
);

CREATE UNIQUE INDEX "patron_directory_by_library" ON "patron_directory" ("website_id", "patron_id");

CREATE TABLE "patron" (
    "website_id" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "category" TEXT NOT NULL,
    "card_number" TEXT,
    "pin_hash" TEXT,
    "hold_limit" INTEGER,
    "checkout_limit" INTEGER,
    "last_hold_email" TEXT,
    "lending_preferences" JSONB NOT NULL DEFAULT '{}',
    "existing_patron" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "patron_pkey" PRIMARY KEY ("website_id", "patron_id"),
    CONSTRAINT "patron_directory_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron_directory" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "patron_category_fkey" FOREIGN KEY ("website_id", "category")
        REFERENCES "patron_category" ("website_id", "category") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "patron_limits_not_negative" CHECK ("hold_limit" >= 0 AND "checkout_limit" >= 0)
);

CREATE UNIQUE INDEX "patron_by_card" ON "patron" ("website_id", "card_number");
CREATE INDEX "patron_by_category" ON "patron" ("website_id", "category");

-- ── Titles and copies ────────────────────────────────────────────────────────────────────────────────
-- Titles belong to no library: a reference table, the same for all.
CREATE TABLE "title" (
    "reserve_id" UUID NOT NULL,
    "cross_ref_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "creators" JSONB NOT NULL DEFAULT '[]',
    "format_class" TEXT NOT NULL,
    "formats" TEXT[] NOT NULL,
    "subjects" TEXT[] NOT NULL,
    "languages" TEXT[] NOT NULL,
    "added_date" DATE,

    CONSTRAINT "title_pkey" PRIMARY KEY ("reserve_id"),
    CONSTRAINT "title_format_class_known" CHECK ("format_class" IN ('eBook', 'Audiobook', 'Video'))
);

CREATE UNIQUE INDEX "title_by_cross_ref" ON "title" ("cross_ref_id");

-- One queue per library and title. Its row is the lock under which all of the title's copies and holds change.
CREATE TABLE "title_queue" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "next_ticket" INTEGER NOT NULL DEFAULT 1,
    "live_holds" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "title_queue_pkey" PRIMARY KEY ("website_id", "reserve_id"),
    CONSTRAINT "title_queue_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "title_queue_title_fkey" FOREIGN KEY ("reserve_id")
        REFERENCES "title" ("reserve_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "title_queue_holds_have_tickets" CHECK ("live_holds" BETWEEN 0 AND "next_ticket" - 1)
) WITH (fillfactor = 80);

CREATE INDEX "title_queue_by_title" ON "title_queue" ("reserve_id");

-- retiring: copies that the library no longer owns but that are still out. Each freed copy lowers it first.
-- With it the schema can say "never more out than there are" even while a library owns fewer than are lent.
CREATE TABLE "copies" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "collection_id" TEXT NOT NULL,
    "owned" INTEGER NOT NULL,
    "on_loan" INTEGER NOT NULL DEFAULT 0,
    "set_aside" INTEGER NOT NULL DEFAULT 0,
    "retiring" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "copies_pkey" PRIMARY KEY ("website_id", "reserve_id", "collection_id"),
    CONSTRAINT "copies_queue_fkey" FOREIGN KEY ("website_id", "reserve_id")
        REFERENCES "title_queue" ("website_id", "reserve_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "copies_collection_fkey" FOREIGN KEY ("website_id", "collection_id")
        REFERENCES "collection" ("website_id", "collection_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "copies_not_negative"
        CHECK ("owned" >= 0 AND "on_loan" >= 0 AND "set_aside" >= 0 AND "retiring" >= 0),
    CONSTRAINT "copies_never_more_out_than_there_are" CHECK ("on_loan" + "set_aside" <= "owned" + "retiring")
) WITH (fillfactor = 80);

CREATE INDEX "copies_by_collection" ON "copies" ("website_id", "collection_id");

-- ── Holds ────────────────────────────────────────────────────────────────────────────────────────────
-- A hold is ready while a copy is set aside for it (collection_id, expires_at), suspended while suspension_type
-- stands and its end has not passed, and waiting otherwise. The row is deleted when the hold ends: nothing keeps
-- tying the patron to the title. category repeats the patron's own, so that the first in line of each category
-- is one index entry away however long the queue is.
CREATE TABLE "hold" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "ticket" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "category" TEXT NOT NULL,
    "email_address" TEXT,
    "placed_at" TIMESTAMPTZ NOT NULL,
    "suspension_type" TEXT,
    "suspended_until" TIMESTAMPTZ,
    "collection_id" TEXT,
    "expires_at" TIMESTAMPTZ,
    "missed_pickups" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "hold_pkey" PRIMARY KEY ("website_id", "reserve_id", "ticket"),
    CONSTRAINT "hold_queue_fkey" FOREIGN KEY ("website_id", "reserve_id")
        REFERENCES "title_queue" ("website_id", "reserve_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "hold_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "hold_copy_fkey" FOREIGN KEY ("website_id", "reserve_id", "collection_id")
        REFERENCES "copies" ("website_id", "reserve_id", "collection_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "hold_ready_has_copy_and_expiry" CHECK (("collection_id" IS NULL) = ("expires_at" IS NULL)),
    CONSTRAINT "hold_ready_is_not_suspended" CHECK ("collection_id" IS NULL OR "suspension_type" IS NULL),
    CONSTRAINT "hold_suspension_known" CHECK ("suspension_type" IN ('indefinite', 'limited')),
    CONSTRAINT "hold_limited_suspension_has_an_end"
        CHECK (("suspension_type" IS NOT DISTINCT FROM 'limited') = ("suspended_until" IS NOT NULL)),
    CONSTRAINT "hold_missed_pickups_not_negative" CHECK ("missed_pickups" >= 0)
) WITH (fillfactor = 80);

-- One live hold per patron and title; also a patron's list.
CREATE UNIQUE INDEX "hold_once_per_patron" ON "hold" ("website_id", "patron_id", "reserve_id");
-- The next in line, by category.
CREATE INDEX "hold_waiting" ON "hold" ("website_id", "reserve_id", "category", "ticket")
    WHERE "collection_id" IS NULL AND "suspension_type" IS NULL;
-- What falls due by time alone, the end of a suspension or of a pickup (never both): in one queue, before its next
-- copy is handed on, and anywhere, for the timers.
CREATE INDEX "hold_due_in_queue" ON "hold" ("website_id", "reserve_id", (COALESCE("suspended_until", "expires_at")))
    WHERE COALESCE("suspended_until", "expires_at") IS NOT NULL;
CREATE INDEX "hold_due" ON "hold" ((COALESCE("suspended_until", "expires_at")))
    WHERE COALESCE("suspended_until", "expires_at") IS NOT NULL;

-- How many live holds each block of tickets has: level 1 counts 64 tickets a block, level 2 counts 4,096.
-- A place is a rank, and so a sum of at most 64 + 64 + (tickets / 4,096) numbers instead of a count of the queue.
-- Blocks without live holds have no row.
CREATE TABLE "queue_block" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "level" SMALLINT NOT NULL,
    "block" INTEGER NOT NULL,
    "live_holds" INTEGER NOT NULL,

    CONSTRAINT "queue_block_pkey" PRIMARY KEY ("website_id", "reserve_id", "level", "block"),
    CONSTRAINT "queue_block_queue_fkey" FOREIGN KEY ("website_id", "reserve_id")
        REFERENCES "title_queue" ("website_id", "reserve_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "queue_block_level_known" CHECK ("level" IN (1, 2)),
    CONSTRAINT "queue_block_not_empty" CHECK ("live_holds" > 0)
) WITH (fillfactor = 80);

-- How many live holds of a queue are of each patron category: a collection's share of the queue is a sum of a few rows.
CREATE TABLE "queue_category" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "category" TEXT NOT NULL,
    "live_holds" INTEGER NOT NULL,

    CONSTRAINT "queue_category_pkey" PRIMARY KEY ("website_id", "reserve_id", "category"),
    CONSTRAINT "queue_category_queue_fkey" FOREIGN KEY ("website_id", "reserve_id")
        REFERENCES "title_queue" ("website_id", "reserve_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "queue_category_not_negative" CHECK ("live_holds" >= 0)
) WITH (fillfactor = 80);

-- What the mail server refused for good, kept as long as the hold is. One per time the hold became ready.
CREATE TABLE "notice_failure" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "ticket" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "failed_at" TIMESTAMPTZ NOT NULL,
    "smtp_code" INTEGER NOT NULL,

    CONSTRAINT "notice_failure_pkey" PRIMARY KEY ("website_id", "reserve_id", "ticket", "expires_at"),
    CONSTRAINT "notice_failure_hold_fkey" FOREIGN KEY ("website_id", "reserve_id", "ticket")
        REFERENCES "hold" ("website_id", "reserve_id", "ticket") ON DELETE CASCADE ON UPDATE RESTRICT
);

-- ── Checkouts ────────────────────────────────────────────────────────────────────────────────────────
CREATE TABLE "checkout" (
    "website_id" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "collection_id" TEXT NOT NULL,
    "checked_out_at" TIMESTAMPTZ NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "format_type" TEXT,

    CONSTRAINT "checkout_pkey" PRIMARY KEY ("website_id", "patron_id", "reserve_id"),
    CONSTRAINT "checkout_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "checkout_copy_fkey" FOREIGN KEY ("website_id", "reserve_id", "collection_id")
        REFERENCES "copies" ("website_id", "reserve_id", "collection_id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE INDEX "checkout_end" ON "checkout" ("expires_at");
-- Loans of one queue that are over, found before its next copy is handed on.
CREATE INDEX "checkout_due_in_queue" ON "checkout" ("website_id", "reserve_id", "expires_at");

-- ── Access ───────────────────────────────────────────────────────────────────────────────────────────
CREATE TABLE "client" (
    "client_id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "website_ids" INTEGER[] NOT NULL,

    CONSTRAINT "client_pkey" PRIMARY KEY ("client_id")
);

-- Only the SHA-256 of a token is kept. A token is a patron's (of one library) or a client's, never both.
CREATE TABLE "access_token" (
    "token_hash" BYTEA NOT NULL,
    "website_id" INTEGER,
    "patron_id" INTEGER,
    "client_id" TEXT,
    "expires_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "access_token_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "access_token_client_fkey" FOREIGN KEY ("client_id")
        REFERENCES "client" ("client_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "access_token_names_its_owner"
        CHECK (("patron_id" IS NULL) <> ("client_id" IS NULL) AND ("patron_id" IS NULL) = ("website_id" IS NULL)),
    CONSTRAINT "access_token_is_a_sha256" CHECK (octet_length("token_hash") = 32)
);

CREATE INDEX "access_token_end" ON "access_token" ("expires_at");
CREATE INDEX "access_token_by_patron" ON "access_token" ("website_id", "patron_id");
CREATE INDEX "access_token_by_client" ON "access_token" ("client_id");
