-- On which occasion a notice was refused (decision 56). The former release records those of pickups only, and lists no others: it
-- looks for a hold whose pickup ends at that time.
--
-- Locks: ADD COLUMN takes the strongest lock of "notice_failure" for a moment, without rewriting it.
ALTER TABLE "notice_failure" ADD COLUMN "occasion" TEXT NOT NULL DEFAULT 'ready';
