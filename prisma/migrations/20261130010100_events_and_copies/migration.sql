-- Events in an order that no clock makes, webhooks that hold back single events, the key of tokens, and titles of which no copy is left.
--
-- Release 0.3.0 neither reads nor writes what is new. It writes into "event_outbox", as before, and workers of this release take over what is
-- there; its own do not see the new tables. It signs events with the last two secrets only, and does not notice copies that it removes.
--
-- Locks: the strongest lock of six tables, one after the other, each for a moment and without rewriting it.

-- ── Tokens ───────────────────────────────────────────────────────────────────────────────────────────
-- The key by which the service's own tokens show that they are its own (decision 10), where TOKEN_KEY names none: one row, so that all
-- processes have the same. Its two GUIDs have 244 random bits.
CREATE TABLE IF NOT EXISTS "token_key" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "key" TEXT NOT NULL,

    CONSTRAINT "token_key_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "token_key_is_one_row" CHECK ("id")
);
INSERT INTO "token_key" ("key") VALUES (gen_random_uuid()::text || gen_random_uuid()::text) ON CONFLICT DO NOTHING;

-- ── Events ───────────────────────────────────────────────────────────────────────────────────────────
-- Events wait in two tables, those of patrons and those of titles, each in an order of its own. When they were written is known to the
-- minute. An event that cannot be published is put aside, with the reason.
CREATE TABLE IF NOT EXISTS "patron_event_outbox" (
    "number" BIGSERIAL NOT NULL,
    "website_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "written_at" TIMESTAMPTZ(6) NOT NULL DEFAULT date_trunc('minute', statement_timestamp()),
    "failure" TEXT,
    CONSTRAINT "patron_event_outbox_pkey" PRIMARY KEY ("number", "website_id")
);

CREATE TABLE IF NOT EXISTS "title_event_outbox" (
    "number" BIGSERIAL NOT NULL,
    "website_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "written_at" TIMESTAMPTZ(6) NOT NULL DEFAULT date_trunc('minute', statement_timestamp()),
    "failure" TEXT,
    CONSTRAINT "title_event_outbox_pkey" PRIMARY KEY ("number", "website_id")
);

-- When titles' events were published last: those of one title are told once a second.
ALTER TABLE "event_stream" ADD COLUMN IF NOT EXISTS "published_at" TIMESTAMPTZ(6);

-- Next transaction
-- Replaced by "event_of_patron_in_order", which begins with the same columns.
DROP INDEX IF EXISTS "event_of_patron";

-- Next transaction
-- ── Webhooks ─────────────────────────────────────────────────────────────────────────────────────────
-- Secrets that sign until their time is over, where another rotation followed within it: `[{"secret": …, "until": …}]`.
ALTER TABLE "webhook" ADD COLUMN IF NOT EXISTS "older_secrets" JSONB NOT NULL DEFAULT '[]';

-- Events that a receiver did not accept while it accepted others, and those of the same patron or title behind them: they are sent again by
-- themselves, and hold back nothing else.
CREATE TABLE IF NOT EXISTS "webhook_retry" (
    "webhook_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "line" BIGSERIAL NOT NULL,
    "website_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "patron_id" INTEGER,
    "event" JSONB NOT NULL,
    "moment" TIMESTAMPTZ(6) NOT NULL,
    "failures" INTEGER NOT NULL,
    "retry_at" TIMESTAMPTZ(6) NOT NULL,
    CONSTRAINT "webhook_retry_pkey" PRIMARY KEY ("webhook_id", "event_id"),
    CONSTRAINT "webhook_retry_webhook_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook" ("webhook_id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX IF NOT EXISTS "webhook_retry_of_webhook" ON "webhook_retry" ("webhook_id", "retry_at");
CREATE INDEX IF NOT EXISTS "webhook_retry_of_subject" ON "webhook_retry" ("webhook_id", "subject");
CREATE INDEX IF NOT EXISTS "webhook_retry_of_patron" ON "webhook_retry" ("website_id", "patron_id") WHERE "patron_id" IS NOT NULL;

-- Next transaction
-- ── Copies ───────────────────────────────────────────────────────────────────────────────────────────
-- What a library has bought of a title that patrons wait for, on how many days they did, and how long the title's loans lasted: waits are
-- estimated from it (decision 14).
ALTER TABLE "title_queue"
    ADD COLUMN IF NOT EXISTS "copies_bought" REAL NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS "days_wanted" REAL NOT NULL DEFAULT 0;
-- Next transaction
ALTER TABLE "copies" ADD COLUMN IF NOT EXISTS "loan_tenths" INTEGER[] NOT NULL DEFAULT '{}';

-- Next transaction
-- Until when a pickup goes on while no mail server has accepted its notice. And since when the library owns no copy any more: its patrons are
-- told once, and it may end their holds some days later.
ALTER TABLE "hold"
    ADD COLUMN IF NOT EXISTS "extendable_to" TIMESTAMPTZ,
    ADD COLUMN IF NOT EXISTS "copies_lost_at" TIMESTAMPTZ,
    ADD COLUMN IF NOT EXISTS "copies_loss_told" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS "copies_loss_ends_at" TIMESTAMPTZ;
