-- The notice about a hold that has ended belongs to a patron, not to an address, which a family may share and a patron may
-- change. Its key has the moment: a title that was removed and comes again begins with ticket 1 again. Rows from before have
-- no patron; they are gone after seven days at most. The release before does not know the table.
--
-- Locks: the strongest lock of "ended_notice", which has only notices that wait for the mail server.
ALTER TABLE "ended_notice" ADD COLUMN "patron_id" INTEGER;
ALTER TABLE "ended_notice" DROP CONSTRAINT "ended_notice_pkey";
ALTER TABLE "ended_notice" ADD CONSTRAINT "ended_notice_pkey" PRIMARY KEY ("website_id", "reserve_id", "ticket", "ended_at");
CREATE INDEX "ended_notice_by_patron" ON "ended_notice" ("website_id", "patron_id");
