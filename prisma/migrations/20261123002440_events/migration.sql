-- What has happened, for systems that are told instead of asking. A change writes events into the outbox, in its own transaction. A
-- worker moves them into "event", patrons' and titles' in two orders of their own that nothing ties together. What names a patron has
-- the full hour, what names a title the full minute.
--
-- New tables; nothing is locked. The release before does not know them, and its changes make no events.
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
