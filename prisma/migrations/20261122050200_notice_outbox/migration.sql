-- Notices that a worker has not made jobs of yet (decision 48). The former release goes on writing jobs itself; notices of
-- this release wait for one of its workers.
--
-- Locks: creates a table. It refers to no
-- hold: rows stay for milliseconds, and a reference would cost every end of a hold a look at them.
CREATE TABLE "notice_outbox" (
    "website_id" INTEGER NOT NULL,
    "reserve_id" UUID NOT NULL,
    "ticket" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "written_at" TIMESTAMPTZ NOT NULL DEFAULT now(),

    CONSTRAINT "notice_outbox_pkey" PRIMARY KEY ("website_id", "reserve_id", "ticket", "expires_at")
);
