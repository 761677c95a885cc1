-- Events wait in two tables, those of patrons and those of titles, each in an order of its own that no clock makes. When they were written is
-- known to the minute. An event that cannot be published is put aside, with the reason. And when titles' events were published last: those of
-- one title are told once a second.
--
-- New tables; "event_stream", of two rows, is locked for a moment. The former release writes into "event_outbox" as before. Workers of this
-- release take over what is there, and those of the former one do not see the new tables.
CREATE TABLE "patron_event_outbox" (
    "number" BIGSERIAL NOT NULL,
    "website_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "written_at" TIMESTAMPTZ(6) NOT NULL DEFAULT date_trunc('minute', statement_timestamp()),
    "failure" TEXT,
    CONSTRAINT "patron_event_outbox_pkey" PRIMARY KEY ("number", "website_id")
);

CREATE TABLE "title_event_outbox" (
    "number" BIGSERIAL NOT NULL,
    "website_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "written_at" TIMESTAMPTZ(6) NOT NULL DEFAULT date_trunc('minute', statement_timestamp()),
    "failure" TEXT,
    CONSTRAINT "title_event_outbox_pkey" PRIMARY KEY ("number", "website_id")
);

ALTER TABLE "event_stream" ADD COLUMN "published_at" TIMESTAMPTZ(6);
