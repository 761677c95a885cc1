-- Where libraries are told what has happened, and what their receivers answered. The secrets are kept as they are: events are
-- signed with them.
--
-- New tables; nothing is locked. The release before does not know them, and tells nobody.
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
