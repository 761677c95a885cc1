import { groupSearch } from '../../platform/database/library-groups.js';
import { statement } from '../../platform/database/statement.js';

/** A notice of a ready hold whose reminder is due. */
export interface DueReminder {
  readonly websiteId: number;
  readonly messageId: string;
}

/** Some of the due reminders, the earliest first. */
export const findDueReminders = groupSearch<DueReminder>(
  'reminders-find-due',
  1,
  (inGroup) => `
  SELECT website_id AS "websiteId", message_id AS "messageId" FROM sent_notice
  WHERE ${inGroup} AND remind_at <= (SELECT service_now()) ORDER BY remind_at LIMIT $1`,
).some();

/** The pickup of a reminder; `expiresAt` as the database writes it, in microseconds. */
export interface RemindedPickup {
  readonly reserveId: string;
  readonly ticket: number;
  readonly expiresAt: string;
}

/** Claims reminders of one library. No other worker finds them after the transaction. Skips reminders that another worker is claiming. */
export const claimReminders = statement<RemindedPickup>(
  'reminders-claim',
  `WITH claimed AS (
       UPDATE sent_notice SET remind_at = NULL
       WHERE website_id = $1 AND message_id IN (
         SELECT s.message_id FROM sent_notice s
         WHERE s.website_id = $1 AND s.message_id = ANY ($2::text[]) AND s.remind_at <= service_now()
         FOR UPDATE SKIP LOCKED)
       RETURNING reserve_id, ticket, expires_at)
   SELECT reserve_id AS "reserveId", ticket, to_jsonb(expires_at) #>> '{}' AS "expiresAt" FROM claimed`,
).all((websiteId: number, messageIds: readonly string[]) => [websiteId, messageIds]);
