-- Notices on other occasions than a ready hold (decision 56): reminders, holds that have ended, suspensions that end. The
-- former release neither reads nor writes the outbox, and its workers take no jobs of the new kind.
--
-- Locks: "notice_outbox" for a moment; its rows stay for milliseconds. The other two tables are new.
ALTER TABLE "notice_outbox" ADD COLUMN "occasion" TEXT NOT NULL DEFAULT 'ready';
ALTER TABLE "notice_outbox" DROP CONSTRAINT "notice_outbox_pkey";
ALTER TABLE "notice_outbox" ADD CONSTRAINT "notice_outbox_pkey"
    PRIMARY KEY ("website_id", "reserve_id", "ticket", "occasion", "expires_at");

-- What the notice about a hold that has ended tells, because the hold is gone. It refers to nothing for the same reason.
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

    CONSTRAINT "ended_notice_pkey" PRIMARY KEY ("website_id", "reserve_id", "ticket")
);

CREATE INDEX "ended_notice_end" ON "ended_notice" ("forget_at");

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
