-- A library may suspend a hold whose pickup was missed until it is released, and may end a hold that has been suspended for
-- long (decision 60). "suspended_since" is null for holds that the former release suspended: nobody has recorded when. For
-- these a worker begins to count when it first sees them under such a rule.
--
-- The former release treats "suspend" like "redeliver-once", so a library chooses it when none of its processes runs any more.
--
-- Locks: ADD COLUMN and the new constraints take the strongest lock of "library" and of "hold" for a moment. Only "library",
-- which is small, is read.
ALTER TABLE "library"
    ADD COLUMN "suspension_ends_after_days" INTEGER,
    DROP CONSTRAINT "library_missed_pickup_known",
    ADD CONSTRAINT "library_missed_pickup_known" CHECK ("missed_pickup" IN ('redeliver-once', 'cancel', 'suspend')),
    -- The warning is sent 30 days before.
    ADD CONSTRAINT "library_suspension_end_can_be_announced" CHECK ("suspension_ends_after_days" > 30);

ALTER TABLE "hold"
    ADD COLUMN "suspended_since" TIMESTAMPTZ,
    ADD COLUMN "suspension_ends_at" TIMESTAMPTZ;
