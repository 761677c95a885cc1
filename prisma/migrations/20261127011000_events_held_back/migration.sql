-- Events that a receiver did not accept while it accepted others, and those of the same patron or title behind them: they are sent again by
-- themselves, and hold back nothing else.
--
-- New table; its reference to "webhook" takes a lock that holds off writers for a moment. The release before does not know it: what is held
-- back is sent when a worker of this one runs.
CREATE TABLE "webhook_retry" (
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
CREATE INDEX "webhook_retry_of_webhook" ON "webhook_retry" ("webhook_id", "retry_at");
CREATE INDEX "webhook_retry_of_subject" ON "webhook_retry" ("webhook_id", "subject");
CREATE INDEX "webhook_retry_of_patron" ON "webhook_retry" ("website_id", "patron_id") WHERE "patron_id" IS NOT NULL;

-- Secrets that sign until their time is over, where another rotation followed within it: `[{"secret": …, "until": …}]`.
--
-- Locks: adds a column with a constant default, for a moment. The former release signs with the last two only.
ALTER TABLE "webhook" ADD COLUMN "older_secrets" JSONB NOT NULL DEFAULT '[]';
