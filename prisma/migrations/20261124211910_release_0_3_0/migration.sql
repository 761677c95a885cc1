-- What release 0.3.0 has: one migration in the place of those that led to it (decision 4). A database of 0.3.0 has applied those, and not this.
--
-- Every key of a library's table starts with website_id: no statement crosses two libraries, and the tables can be distributed by it.

-- ── Time ─────────────────────────────────────────────────────────────────────────────────────────────
-- One clock for everything that stores or compares a time, so that replicas agree. Only the sandbox moves it.
CREATE TABLE "service_clock" (
    "only_row" BOOLEAN NOT NULL DEFAULT true,
    "ahead" INTERVAL NOT NULL DEFAULT '0',

    CONSTRAINT "service_clock_pkey" PRIMARY KEY ("only_row"),
    CONSTRAINT "service_clock_is_one_row" CHECK ("only_row")
);

-- The row makes the function "service_now", which has the offset in its text, so that it can be computed where the table is not (decision 3).
CREATE FUNCTION "set_service_now"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        'CREATE OR REPLACE FUNCTION "service_now"() RETURNS TIMESTAMPTZ LANGUAGE sql STABLE PARALLEL SAFE AS %L',
        format('SELECT now() + %L::interval', NEW."ahead"));
    RETURN NULL;
END $$;

CREATE TRIGGER "service_clock_moved" AFTER INSERT OR UPDATE ON "service_clock"
    FOR EACH ROW EXECUTE FUNCTION "set_service_now"();

INSERT INTO "service_clock" DEFAULT VALUES;

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
    "collection_token" TEXT NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
    "suspension_ends_after_days" INTEGER,
    "renewal_days" INTEGER NOT NULL DEFAULT 3,

    CONSTRAINT "library_pkey" PRIMARY KEY ("website_id"),
    CONSTRAINT "library_limits_not_negative" CHECK ("hold_limit" >= 0 AND "checkout_limit" >= 0),
    CONSTRAINT "library_pickup_is_a_time" CHECK ("pickup_hours" > 0),
    CONSTRAINT "library_lends_every_format" CHECK ("lending_periods" ?& ARRAY['eBook', 'Audiobook', 'Video']),
    CONSTRAINT "library_missed_pickup_known" CHECK ("missed_pickup" IN ('redeliver-once', 'cancel', 'suspend')),
    -- The warning is sent 30 days before.
    CONSTRAINT "library_suspension_end_can_be_announced" CHECK ("suspension_ends_after_days" > 30),
    CONSTRAINT "library_renewal_days_not_negative" CHECK ("renewal_days" >= 0)
);
CREATE INDEX "library_by_collection_token" ON "library" ("collection_token");

CREATE TABLE "collection" (
    "website_id" INTEGER NOT NULL,
    "collection_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "account_number" INTEGER,
    "collection_token" TEXT NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),

    CONSTRAINT "collection_pkey" PRIMARY KEY ("website_id", "collection_id"),
    CONSTRAINT "collection_website_id_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "collection_account_number_positive" CHECK ("account_number" > 0)
);
CREATE UNIQUE INDEX "collection_by_account_number" ON "collection" ("website_id", "account_number");
CREATE INDEX "collection_by_collection_token" ON "collection" ("collection_token");

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
CREATE INDEX "patron_category_by_collection_token" ON "patron_category" ("collection_token");

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
    "language" TEXT,

    CONSTRAINT "patron_pkey" PRIMARY KEY ("website_id", "patron_id"),
    CONSTRAINT "patron_directory_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron_directory" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "patron_category_fkey" FOREIGN KEY ("website_id", "category")
        REFERENCES "patron_category" ("website_id", "category") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "patron_limits_not_negative" CHECK ("hold_limit" >= 0 AND "checkout_limit" >= 0)
);
CREATE UNIQUE INDEX "patron_by_card" ON "patron" ("website_id", "card_number");
CREATE INDEX "patron_by_category" ON "patron" ("website_id", "category");
-- Staff find patrons by the beginning of the card number. The unique index of cards has the order of the database's language, in
-- which the cards with one beginning need not be side by side.
CREATE INDEX "patron_by_card_beginning" ON "patron" ("website_id", "card_number" text_pattern_ops)
    WHERE "card_number" IS NOT NULL;
-- Staff find patrons by the e-mail address of the last hold, or its beginning, in any case.
CREATE INDEX "patron_by_address" ON "patron" ("website_id", lower("last_hold_email") text_pattern_ops)
    WHERE "last_hold_email" IS NOT NULL;

-- ── Searching ────────────────────────────────────────────────────────────────────────────────────────
-- Words are cut and folded by our own functions over built-in ones, not by the extension unaccent: what it folds depends
-- on a file of the server, so that an index could be wrong after a move, and it is therefore no function of an index.
-- Nor by the parser of text search alone: that one takes "Catch-22" for "catch" and the number -22, and addresses,
-- paths and versions for single words.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- Without case and accents: "Čapek" and "CAPEK" are one. Compatible forms are one as well (a ligature, full width),
-- Hebrew and Arabic points are dropped, and letters that Unicode does not take apart are replaced by what people type.
CREATE FUNCTION "search_fold"("given" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(
    CASE WHEN octet_length("given") = length("given") THEN "given"
    ELSE replace(replace(replace(replace(replace(replace(replace(replace(
        translate(
            normalize(
                regexp_replace(
                    normalize("given", NFKD),
                    '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]',
                    '', 'g'),
                NFC),
            'ØøĐđÐðŁłıĦħŦŧŊŋς‘’ʻʼʹ′',
            'OoDdDdLliHhTtNnσ'''''''''''''),
        'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'þ', 'th'), 'Þ', 'TH')
    END);

-- Only letters, digits and single spaces are left; a line end ("\u000a") stays.
CREATE FUNCTION "search_words"("folded" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(
    "folded",
    '[\u0001-\u0009\u000b-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u2000-\u2bff\u3000-\u3020\u30fb\ufe00-\ufe1f\ufe30-\ufe6f\ufff0-\uffff\U0001f000-\U0001faff]+',
    ' ', 'g');

-- What apostrophes, hyphens and points join can be found in parts and as one: "l'étranger" by "etranger" and by
-- "letranger", "Spider-Man" by "spiderman", "R.U.R." by "rur". Up to four parts become one.
CREATE FUNCTION "search_parts"("folded" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN "folded" ~ '\w[''.-]\w'
    THEN regexp_replace(
        "folded", '(\w+)[''.-](\w+)(?:[''.-](\w+))?(?:[''.-](\w+))?', '\1 \2 \3 \4 \1\2\3\4', 'g')
    ELSE "folded" END;

-- The first line counts most (A), the second less (B), the third least (C). No stemming and no stop words: titles are
-- in many languages, and "The Who" and "It" are titles.
CREATE FUNCTION "search_weighted"("lines" TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN setweight(to_tsvector('simple', split_part("lines", E'\n', 1)), 'A')
    || setweight(to_tsvector('simple', split_part("lines", E'\n', 2)), 'B')
    || setweight(to_tsvector('simple', split_part("lines", E'\n', 3)), 'C');

CREATE FUNCTION "title_words"("title" TEXT, "creators" JSONB, "subjects" TEXT[])
    RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN "search_weighted"("search_words"("search_parts"("search_fold"(
    translate("title", E'\n', ' ')
    || E'\n' || regexp_replace(jsonb_path_query_array("creators", '$[*].name')::text, '\\[bfnrt]', ' ', 'g')
    || E'\n' || translate(array_to_string("subjects", ' / '), E'\n', ' ')))));

-- ── Titles and copies ────────────────────────────────────────────────────────────────────────────────
-- Titles belong to no library: a reference table, the same for all. The keys that they are sorted by are cut: an index entry has room for
-- 2,700 bytes.
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
    "words" TSVECTOR GENERATED ALWAYS AS ("title_words"("title", "creators", "subjects")) STORED,
    "title_key" TEXT COLLATE "C" GENERATED ALWAYS AS (left("search_fold"("title"), 250)) STORED,
    "author_key" TEXT COLLATE "C"
        GENERATED ALWAYS AS (left("search_fold"("creators" #>> '{0,name}'), 250)) STORED,
    "subtitle" TEXT,
    "sort_title" TEXT,
    "sort_key" TEXT COLLATE "C",
    "edition" TEXT,
    "series" TEXT,
    "publisher" TEXT,
    "imprint" TEXT,
    "publish_date" DATE,
    "short_description" TEXT,
    "full_description" TEXT,
    "keywords" TEXT[] NOT NULL DEFAULT '{}',
    "star_rating" DOUBLE PRECISION,
    "is_public_domain" BOOLEAN,
    "images" JSONB NOT NULL DEFAULT '{}',
    "format_details" JSONB NOT NULL DEFAULT '[]',
    "identifiers" TEXT[] NOT NULL DEFAULT '{}',

    CONSTRAINT "title_pkey" PRIMARY KEY ("reserve_id"),
    CONSTRAINT "title_format_class_known" CHECK ("format_class" IN ('eBook', 'Audiobook', 'Video')),
    CONSTRAINT "title_star_rating_in_range" CHECK ("star_rating" BETWEEN 0 AND 5)
);
CREATE UNIQUE INDEX "title_by_cross_ref" ON "title" ("cross_ref_id");
CREATE INDEX "title_by_words" ON "title" USING GIN ("words", "formats");
-- Of a word that very many titles have, those with the word in the title itself are found without looking at the others.
CREATE INDEX "title_by_title_words" ON "title" USING GIN ((ts_filter("words", '{a}')));
CREATE INDEX "title_by_title" ON "title" ("title_key", "reserve_id");
CREATE INDEX "title_by_sort_title" ON "title" ((COALESCE("sort_key", "title_key")), "reserve_id");
CREATE INDEX "title_by_identifier" ON "title" USING GIN ("identifiers");
CREATE INDEX "title_by_series" ON "title" ("search_fold"("series")) WHERE "series" IS NOT NULL;
-- A page of a walk begins behind a title, by the keys of the order: none of them may be null, and the last is the identifier.
-- Titles without an author stand last. U+10FFFF is behind every other character.
CREATE INDEX "title_by_author_key" ON "title"
    ((COALESCE("author_key", U&'\+10FFFF')), (COALESCE("sort_key", "title_key")), "reserve_id");
-- For walks by date. A title without a date of its own counts from when the library got it. One index for titles with and
-- without a date: of two, PostgreSQL tried the wrong one in searches for anything.
CREATE INDEX "title_by_date" ON "title" ((("added_date"::timestamp AT TIME ZONE 'UTC')), "reserve_id");
-- For walks by rating.
CREATE INDEX "title_by_star_rating" ON "title" ((COALESCE("star_rating", -1)), "reserve_id");
-- For walks by the date of publication.
CREATE INDEX "title_by_publish_date" ON "title" ((COALESCE("publish_date", '0001-01-01'::date)), "reserve_id");

-- Each word that some title has or had: how a word that is being typed may go on, and which word a misspelt one resembles.
-- Written with the titles. A word that no title has any more does no harm: searching for it finds nothing.
CREATE TABLE "search_word" (
    "word" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "search_word_pkey" PRIMARY KEY ("word")
);
CREATE INDEX "search_word_by_resemblance" ON "search_word" USING GIN ("word" gin_trgm_ops);

-- One queue per library and title. Its row is the lock under which all of the title's copies and holds change.
-- changed_at is coarse: holds and loans write it at most once a minute, so that they stay fast; popularity is counted then. The waits stand here
-- because every answer about a hold reads this row anyway (decision 14).
CREATE TABLE "title_queue" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "next_ticket" INTEGER NOT NULL DEFAULT 1,
    "live_holds" INTEGER NOT NULL DEFAULT 0,
    "added_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "title_changed_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "changed_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "popularity" INTEGER NOT NULL DEFAULT 0,
    "waits_made_at" TIMESTAMPTZ,
    "wait_categories" TEXT[],
    "wait_keys" BIGINT[],
    "wait_ends" INTEGER[],
    "wait_gaps" INTEGER[],
    "wait_likely" INTEGER[],
    "more_copies_made_at" TIMESTAMPTZ,
    "more_copies_owned" INTEGER,
    "more_copies_in" TEXT,
    "more_copies_hours" INTEGER[],
    "wait_rules" INTEGER[],

    CONSTRAINT "title_queue_pkey" PRIMARY KEY ("website_id", "reserve_id"),
    CONSTRAINT "title_queue_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "title_queue_title_fkey" FOREIGN KEY ("reserve_id")
        REFERENCES "title" ("reserve_id") ON DELETE RESTRICT ON UPDATE RESTRICT,
    CONSTRAINT "title_queue_holds_have_tickets" CHECK ("live_holds" BETWEEN 0 AND "next_ticket" - 1)
) WITH (fillfactor = 80);
CREATE INDEX "title_queue_by_title" ON "title_queue" ("reserve_id");
CREATE INDEX "title_queue_by_change" ON "title_queue" ("website_id", "changed_at", "reserve_id");
CREATE INDEX "title_queue_by_title_change" ON "title_queue" ("website_id", "title_changed_at", "reserve_id");
-- For walks by date, of titles without a date of their own.
CREATE INDEX "title_queue_by_added_at" ON "title_queue" ("website_id", "added_at", "reserve_id");
-- For walks by popularity.
CREATE INDEX "title_queue_by_popularity" ON "title_queue" ("website_id", "popularity", "reserve_id");
-- Waits are computed anew once a day.
CREATE INDEX "title_queue_by_age_of_waits" ON "title_queue" ("waits_made_at") WHERE "waits_made_at" IS NOT NULL;

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
    "withdrawn" BOOLEAN NOT NULL DEFAULT false,
    "loans_begun" INTEGER NOT NULL DEFAULT 0,

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
-- is one index entry away however long the queue is. notice_sent_for is the end of the pickup, because a hold may be ready more than once.
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
    "notice_sent_for" TIMESTAMPTZ,
    "trace" JSONB NOT NULL DEFAULT '[]',
    "suspended_since" TIMESTAMPTZ,
    "suspension_ends_at" TIMESTAMPTZ,
    "told_likely" INTEGER,
    "told_latest" INTEGER,
    "told_by_rules" INTEGER[],

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
-- How many holds of a queue are suspended, for the library's view of its queues. Few holds are, so the index is small.
CREATE INDEX "hold_suspended" ON "hold" ("website_id", "reserve_id") WHERE "suspension_type" IS NOT NULL;
-- Timers find the suspensions that are over. Only holds whose end was announced are in the index.
CREATE INDEX "hold_suspension_end" ON "hold" ("suspension_ends_at") WHERE "suspension_ends_at" IS NOT NULL;
-- Timers find the suspensions of a library that began long ago and whose end was not announced yet.
CREATE INDEX "hold_suspended_since" ON "hold" ("website_id", (COALESCE("suspended_since", '-infinity')))
    WHERE "suspension_type" = 'indefinite' AND "suspension_ends_at" IS NULL;
-- Commands and answers ask whether anything of a queue is due: the end of a suspension or of a pickup. This index has all of a
-- hold's ends, so that one search tells it instead of two.
CREATE INDEX "hold_end_in_queue"
    ON "hold" ("website_id", "reserve_id", (LEAST("suspended_until", "expires_at", "suspension_ends_at")))
    WHERE LEAST("suspended_until", "expires_at", "suspension_ends_at") IS NOT NULL;

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
    "occasion" TEXT NOT NULL DEFAULT 'ready',

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
    CONSTRAINT "access_token_client_fkey" FOREIGN KEY ("client_id")
        REFERENCES "client" ("client_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "access_token_names_its_owner"
        CHECK (("patron_id" IS NULL) <> ("client_id" IS NULL) AND ("patron_id" IS NULL) = ("website_id" IS NULL)),
    CONSTRAINT "access_token_is_a_sha256" CHECK (octet_length("token_hash") = 32),
    CONSTRAINT "access_token_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron_directory" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "access_token_end" ON "access_token" ("expires_at");
CREATE INDEX "access_token_by_patron" ON "access_token" ("website_id", "patron_id");
CREATE INDEX "access_token_by_client" ON "access_token" ("client_id");

-- Attempts to guess a card's PIN: ten in any fifteen minutes close it. The card is known by its hash: it may be one that nobody has.
CREATE TABLE "pin_guessing" (
    "website_id" INTEGER NOT NULL,
    "card_hash" BYTEA NOT NULL,
    "attempted_at" TIMESTAMPTZ[] NOT NULL,
    "forget_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "pin_guessing_pkey" PRIMARY KEY ("website_id", "card_hash"),
    CONSTRAINT "pin_guessing_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "pin_guessing_counts" CHECK (cardinality("attempted_at") BETWEEN 1 AND 10)
);
CREATE INDEX "pin_guessing_end" ON "pin_guessing" ("forget_at");

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

-- The answers to requests with an Idempotency-Key, for 24 hours. Nothing here can be read without the key, which is not
-- stored: no row ties a patron to a title.
CREATE TABLE "idempotent_answer" (
    "website_id" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "sealed_answer" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("website_id", "patron_id", "key_hash"),
    CONSTRAINT "idempotent_answer_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "idempotent_answer_end" ON "idempotent_answer" ("expires_at");

-- How many sign-ins failed per client and per range of addresses, by minute: one PIN tried on many cards. The source is
-- stored as a hash; rows are deleted after 15 minutes.
CREATE TABLE "failed_sign_ins" (
    "source_hash" BYTEA NOT NULL,
    "minute" TIMESTAMPTZ NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "failed_sign_ins_pkey" PRIMARY KEY ("source_hash", "minute")
);
CREATE INDEX "failed_sign_ins_by_minute" ON "failed_sign_ins" ("minute");

-- The oldest release that runs on the schema which each migration leaves. A process reads it when the database has
-- migrations that the process does not know. `holdfast migrate` writes it, from oldest-release.txt beside each migration.sql.
CREATE TABLE "_migration_release" (
    "migration_name" TEXT NOT NULL,
    "oldest_release" TEXT NOT NULL,

    CONSTRAINT "_migration_release_pkey" PRIMARY KEY ("migration_name")
);

-- The database from which notices are sent, so that a restored copy sends none until somebody says so. The first worker
-- writes the row; a copy of the database brings it along, and it does not match there.
CREATE TABLE "mail_origin" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "database_identity" TEXT NOT NULL,
    "recovery" TEXT NOT NULL,

    CONSTRAINT "mail_origin_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_origin_is_one_row" CHECK ("id")
);

-- What a library sets for itself instead of the service's settings: the sender of its mails, its identity provider, its
-- rates of requests. Null, or no row: the service's own.
CREATE TABLE "library_settings" (
    "website_id" INTEGER NOT NULL,
    "mail_from_address" TEXT,
    "mail_from_name" TEXT,
    "mail_reply_to" TEXT,
    "jwt_issuer" TEXT,
    "jwt_audience" TEXT,
    "jwt_jwks_url" TEXT,
    "jwt_patron_claim" TEXT,
    "requests_per_patron" INTEGER,
    "requests_per_client" INTEGER,
    "requests_per_library" INTEGER,
    "notice_name" TEXT,
    "notice_homepage" TEXT,
    "notice_logo" TEXT,
    "notice_color" TEXT,
    "notice_time_zone" TEXT,
    "notice_languages" TEXT[] NOT NULL DEFAULT '{}',
    "notice_reminder_hours" INTEGER,
    "notice_title_url" TEXT,
    "changed_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "holds_per_copy" INTEGER,
    "content_frame_origins" TEXT[] NOT NULL DEFAULT '{}',
    "target_wait_days" INTEGER,

    CONSTRAINT "library_settings_pkey" PRIMARY KEY ("website_id"),
    CONSTRAINT "library_settings_library_fkey" FOREIGN KEY ("website_id") REFERENCES "library" ("website_id")
        ON DELETE CASCADE ON UPDATE RESTRICT,
    -- A token whose issuer, audience and keys are not all checked could be from anyone.
    CONSTRAINT "library_settings_whole_provider" CHECK (
        num_nulls("jwt_issuer", "jwt_audience", "jwt_jwks_url", "jwt_patron_claim") IN (0, 4)
    ),
    CONSTRAINT "library_settings_rates" CHECK (
        "requests_per_patron" >= 0 AND "requests_per_client" >= 0 AND "requests_per_library" >= 0
    )
);
CREATE INDEX "library_settings_by_change" ON "library_settings" ("changed_at");

-- Notices that a worker has not made jobs of yet (decision 12). It refers to no hold: rows stay for milliseconds, and a reference
-- would cost every end of a hold a look at them.
CREATE TABLE "notice_outbox" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "ticket" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "written_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "occasion" TEXT NOT NULL DEFAULT 'ready',

    CONSTRAINT "notice_outbox_pkey" PRIMARY KEY ("website_id", "reserve_id", "ticket", "occasion", "expires_at")
);

-- Accounts of library staff, API tokens of machines, their roles and sessions, and the log of what they did (decision 10). A person signs in with a
-- password, or through an identity provider; a machine has a token. No secret is stored, only hashes.
CREATE TABLE "staff" (
    "staff_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "oidc_subject" TEXT,
    "email" TEXT,
    "token_hash" BYTEA,
    "expires_at" TIMESTAMPTZ,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "oidc_issuer" TEXT,

    CONSTRAINT "staff_pkey" PRIMARY KEY ("staff_id"),
    CONSTRAINT "staff_is_person_or_machine" CHECK (
        ("token_hash" IS NULL AND "expires_at" IS NULL)
        OR ("password_hash" IS NULL AND "oidc_subject" IS NULL AND "email" IS NULL AND "token_hash" IS NOT NULL))
);
CREATE UNIQUE INDEX "staff_name" ON "staff" ("name");
CREATE UNIQUE INDEX "staff_oidc_subject" ON "staff" ("oidc_subject");
CREATE UNIQUE INDEX "staff_email" ON "staff" ("email");
CREATE UNIQUE INDEX "staff_token" ON "staff" ("token_hash");

-- It refers to no library: it is found by its account, before the library is known.
CREATE TABLE "staff_role" (
    "website_id" INTEGER NOT NULL,
    "staff_id" UUID NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "staff_role_pkey" PRIMARY KEY ("website_id", "staff_id", "role"),
    CONSTRAINT "staff_role_staff_fkey" FOREIGN KEY ("staff_id")
        REFERENCES "staff" ("staff_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "staff_role_is_known" CHECK ("role" IN ('viewer', 'desk', 'collections', 'admin'))
);
CREATE INDEX "staff_role_by_staff" ON "staff_role" ("staff_id");

CREATE TABLE "staff_session" (
    "session_hash" BYTEA NOT NULL,
    "staff_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "used_at" TIMESTAMPTZ NOT NULL DEFAULT now(),

    CONSTRAINT "staff_session_pkey" PRIMARY KEY ("session_hash"),
    CONSTRAINT "staff_session_staff_fkey" FOREIGN KEY ("staff_id")
        REFERENCES "staff" ("staff_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "staff_session_by_staff" ON "staff_session" ("staff_id");
CREATE INDEX "staff_session_end" ON "staff_session" ("expires_at");

-- The name is that of the time: the account may be gone. No row ties a patron to a title.
CREATE TABLE "staff_action" (
    "website_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ NOT NULL,
    "action_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "action" TEXT NOT NULL,
    "staff_kind" TEXT NOT NULL,
    "staff_id" TEXT NOT NULL,
    "staff_name" TEXT NOT NULL,
    "patron_id" INTEGER,
    "reserve_id" UUID,
    "account" TEXT,

    CONSTRAINT "staff_action_pkey" PRIMARY KEY ("website_id", "at", "action_id"),
    CONSTRAINT "staff_action_has_no_patron_with_title" CHECK ("patron_id" IS NULL OR "reserve_id" IS NULL),
    CONSTRAINT "staff_action_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "staff_action_patron_fkey" FOREIGN KEY ("website_id", "patron_id")
        REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "staff_action_by_time" ON "staff_action" ("at");
CREATE INDEX "staff_action_by_patron" ON "staff_action" ("website_id", "patron_id") WHERE "patron_id" IS NOT NULL;

-- Figures of each library by day, for charts over time (decision 11). They are about no person and no title. A day may begin with a
-- notice, before its figures have been read: sampled_at is null until then.
CREATE TABLE "library_day" (
    "website_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "sampled_at" TIMESTAMPTZ,
    "placed" BIGINT NOT NULL,
    "live_holds" INTEGER NOT NULL,
    "suspended" INTEGER NOT NULL,
    "ready" INTEGER NOT NULL,
    "longest_queue" INTEGER NOT NULL,
    "copies_owned" INTEGER NOT NULL,
    "copies_on_loan" INTEGER NOT NULL,
    "loans_begun" BIGINT,
    "mails_sent" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "library_day_pkey" PRIMARY KEY ("website_id", "day"),
    CONSTRAINT "library_day_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "library_day_by_day" ON "library_day" ("day");

-- Files of records that staff upload, how far their import came, and which lines were rejected (decision 15).
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

-- What the notice about a hold that has ended tells, because the hold is gone. It belongs to a patron, not to an address, which a family may
-- share. Its key has the moment: a title that was removed and comes again begins with ticket 1 again.
CREATE TABLE "ended_notice" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "ticket" INTEGER NOT NULL,
    "email_address" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "language" TEXT,
    "reason" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ NOT NULL,
    "forget_at" TIMESTAMPTZ NOT NULL,
    "patron_id" INTEGER,

    CONSTRAINT "ended_notice_pkey" PRIMARY KEY ("website_id", "reserve_id", "ticket", "ended_at")
);
CREATE INDEX "ended_notice_end" ON "ended_notice" ("forget_at");
CREATE INDEX "ended_notice_by_patron" ON "ended_notice" ("website_id", "patron_id");

-- The notices that a mail server has accepted, without their addresses. It refers to no hold: a reference would cost
-- every end of a hold a look at it.
CREATE TABLE "sent_notice" (
    "website_id" INTEGER NOT NULL,
    "message_id" TEXT NOT NULL,
    "reserve_id" UUID NOT NULL,
    "ticket" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "remind_at" TIMESTAMPTZ,
    "bounced_at" TIMESTAMPTZ,
    "forget_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "sent_notice_pkey" PRIMARY KEY ("website_id", "message_id")
);
CREATE INDEX "sent_notice_by_message" ON "sent_notice" ("message_id");
CREATE INDEX "sent_notice_due" ON "sent_notice" ("remind_at") WHERE "remind_at" IS NOT NULL;
CREATE INDEX "sent_notice_end" ON "sent_notice" ("forget_at");
-- What was sent about a hold goes with it: its times would be kept beside the title, finer than the minute.
CREATE INDEX "sent_notice_by_hold" ON "sent_notice" ("website_id", "reserve_id", "ticket");

-- Which ticket of a queue was given a copy, and when: whoever has a lower ticket was passed over. It names no patron, and a
-- ticket means nothing once its hold has ended.
CREATE TABLE "queue_hand_over" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "ticket" INTEGER NOT NULL,
    "collection_id" TEXT NOT NULL,
    "handed_over_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "queue_hand_over_pkey" PRIMARY KEY ("website_id", "reserve_id", "ticket", "handed_over_at"),
    CONSTRAINT "queue_hand_over_queue_fkey" FOREIGN KEY ("website_id", "reserve_id")
        REFERENCES "title_queue" ("website_id", "reserve_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "queue_hand_over_by_time" ON "queue_hand_over" ("handed_over_at");

-- Roles of staff in all libraries, also those that are added later.
CREATE TABLE "staff_role_in_all_libraries" (
    "staff_id" UUID NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "staff_role_in_all_libraries_pkey" PRIMARY KEY ("staff_id", "role"),
    CONSTRAINT "staff_role_in_all_libraries_staff_fkey" FOREIGN KEY ("staff_id")
        REFERENCES "staff" ("staff_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "staff_role_in_all_libraries_is_known" CHECK ("role" IN ('viewer', 'desk', 'collections', 'admin'))
);

-- What has happened, for systems that are told instead of asking. A change writes events into the outbox, in its own transaction. A
-- worker moves them into "event", patrons' and titles' in two orders of their own that nothing ties together. What names a patron has
-- the full hour, what names a title the full minute.
CREATE TABLE "event_outbox" (
    "website_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "written_at" TIMESTAMPTZ(6) NOT NULL DEFAULT statement_timestamp(),

    CONSTRAINT "event_outbox_pkey" PRIMARY KEY ("written_at", "website_id", "type", "subject")
);

CREATE TABLE "event" (
    "stream" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "event_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "website_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "patron_id" INTEGER,
    "reserve_id" UUID,
    "detail" JSONB NOT NULL,
    "moment" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "event_pkey" PRIMARY KEY ("stream", "position"),
    CONSTRAINT "event_names_patron_or_title" CHECK ("patron_id" IS NULL OR "reserve_id" IS NULL),
    CONSTRAINT "event_in_stream" CHECK (("stream" = 'patrons') = ("patron_id" IS NOT NULL))
);
CREATE INDEX "event_of_library" ON "event" ("website_id", "stream", "position");
CREATE INDEX "event_of_patron" ON "event" ("website_id", "patron_id") WHERE "patron_id" IS NOT NULL;

CREATE TABLE "event_stream" (
    "stream" TEXT NOT NULL,
    "last_position" BIGINT NOT NULL DEFAULT 0,
    "shuffled_to" BIGINT NOT NULL DEFAULT 0,
    "purged_to" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_stream_pkey" PRIMARY KEY ("stream")
);

INSERT INTO "event_stream" ("stream") VALUES ('patrons'), ('titles');

-- Where libraries are told what has happened, and what their receivers answered. The secrets are kept as they are: events are
-- signed with them.
CREATE TABLE "webhook" (
    "webhook_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "website_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[] NOT NULL,
    "secret" TEXT NOT NULL,
    "former_secret" TEXT,
    "former_secret_until" TIMESTAMPTZ(6),
    "revision" INTEGER NOT NULL DEFAULT 0,
    "patrons_position" BIGINT NOT NULL,
    "titles_position" BIGINT NOT NULL,
    "shuffled_to" BIGINT NOT NULL,
    "accepted" UUID[] NOT NULL DEFAULT '{}',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(6),
    "retry_at" TIMESTAMPTZ(6),
    "disabled_at" TIMESTAMPTZ(6),
    "disabled_because" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("webhook_id"),
    CONSTRAINT "webhook_is_disabled_for_a_reason" CHECK (("disabled_at" IS NULL) = ("disabled_because" IS NULL))
);
CREATE INDEX "webhook_of_library" ON "webhook" ("website_id");

CREATE TABLE "webhook_attempt" (
    "attempt_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "webhook_id" UUID NOT NULL,
    "website_id" INTEGER NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "patron_id" INTEGER,
    "moment" TIMESTAMPTZ(6) NOT NULL,
    "status" INTEGER,
    "answer" TEXT,
    "problem" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("attempt_id"),
    CONSTRAINT "webhook_attempt_webhook_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook" ("webhook_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "webhook_attempt_of_webhook" ON "webhook_attempt" ("webhook_id", "moment");
CREATE INDEX "webhook_attempt_of_patron" ON "webhook_attempt" ("website_id", "patron_id") WHERE "patron_id" IS NOT NULL;

-- What patrons of a library do, in counts by week: how long they keep loans, and what they do with a copy that is set aside for them.
-- Estimates of waits are made from them (decision 14). They are about no person and no title.
CREATE TABLE "observation" (
    "website_id" INTEGER NOT NULL,
    "week" DATE NOT NULL,
    "measure" TEXT NOT NULL,
    "format_class" TEXT NOT NULL,
    "period" INTEGER NOT NULL,
    "bucket" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "observation_pkey" PRIMARY KEY ("website_id", "week", "measure", "format_class", "period", "bucket"),
    CONSTRAINT "observation_library_fkey" FOREIGN KEY ("website_id")
        REFERENCES "library" ("website_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "observation_by_week" ON "observation" ("week");

-- How many holds a patron wants ready at the same time: while so many are, copies go past the others, which keep their places. And the
-- patrons whose waiting holds are to be looked at again, because one of their ready holds has ended.
CREATE TABLE "pace" (
    "website_id" INTEGER NOT NULL,
    "patron_id" INTEGER NOT NULL,
    "ready_at_most" INTEGER NOT NULL,

    CONSTRAINT "pace_pkey" PRIMARY KEY ("website_id", "patron_id"),
    CONSTRAINT "pace_patron_fkey" FOREIGN KEY ("website_id", "patron_id") REFERENCES "patron" ("website_id", "patron_id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "pace_has_room" CHECK ("ready_at_most" >= 1)
);

CREATE TABLE "pace_review" (
    "website_id" INTEGER NOT NULL,
    "review_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "patron_id" INTEGER NOT NULL,
    "written_at" TIMESTAMPTZ(6) NOT NULL DEFAULT statement_timestamp(),

    CONSTRAINT "pace_review_pkey" PRIMARY KEY ("website_id", "review_id")
);
