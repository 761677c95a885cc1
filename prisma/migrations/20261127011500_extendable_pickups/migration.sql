-- Until when a pickup goes on while no mail server has accepted its notice.
--
-- Locks: adds a column without a default, for a moment. The former release neither reads nor writes it; the pickups that begin by it end as
-- they did.
ALTER TABLE "hold" ADD COLUMN "extendable_to" TIMESTAMPTZ;
