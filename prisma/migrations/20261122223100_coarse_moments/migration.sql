-- What is kept after a hold or a loan has the hour beside a patron and the minute beside a title (decision 27). What was
-- written before is rounded; answers to keys end within a day by themselves, and the stamps of titles with their next change.
-- Processes of an older build still write exact times until they end.
--
-- Locks: the rows that it writes, which nobody else changes.
UPDATE "staff_action" SET "at" = date_trunc('hour', "at", 'UTC') WHERE "patron_id" IS NOT NULL;
UPDATE "staff_action" SET "at" = date_trunc('minute', "at") WHERE "reserve_id" IS NOT NULL;
DELETE FROM "queue_hand_over" o USING "queue_hand_over" earlier
 WHERE earlier."website_id" = o."website_id" AND earlier."reserve_id" = o."reserve_id" AND earlier."ticket" = o."ticket"
   AND earlier."handed_over_at" < o."handed_over_at"
   AND date_trunc('minute', earlier."handed_over_at") = date_trunc('minute', o."handed_over_at");
UPDATE "queue_hand_over" SET "handed_over_at" = date_trunc('minute', "handed_over_at")
 WHERE "handed_over_at" <> date_trunc('minute', "handed_over_at");
DELETE FROM "sent_notice" s
 WHERE NOT EXISTS (
   SELECT FROM "hold" h WHERE h."website_id" = s."website_id" AND h."reserve_id" = s."reserve_id" AND h."ticket" = s."ticket");
