-- For which pickup of a hold the notice was sent, so that "doctor" finds notices that were lost. It is the end of that
-- pickup, because a hold may be ready more than once.
--
-- Locks: ADD COLUMN takes the strongest lock of "hold" for a moment, without rewriting it. The former release does not record
-- what it sends.
ALTER TABLE "hold" ADD COLUMN "notice_sent_for" TIMESTAMPTZ;
