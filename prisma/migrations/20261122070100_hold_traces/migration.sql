-- What has happened to a live hold, for library staff (decision 58). The events are a column of the hold, so that they are
-- written with it and deleted with it. What happened to a hold before this migration was not recorded, and its trace says so.
--
-- Locks: ADD COLUMN and SET DEFAULT take the strongest lock of "hold" for a moment, without rewriting it. The former release
-- records nothing.
ALTER TABLE "hold" ADD COLUMN "trace" JSONB NOT NULL DEFAULT '[{"event": "unrecorded"}]';
ALTER TABLE "hold" ALTER COLUMN "trace" SET DEFAULT '[]';

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
