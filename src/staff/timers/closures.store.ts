import { statement } from '../../platform/database/statement.js';

/** Some of the library's queues with a pickup that ends before this moment, behind a title. */
export const findQueuesWithPickups = statement<{ reserveId: string }>(
  'closures-queues-with-pickups',
  `SELECT DISTINCT reserve_id AS "reserveId" FROM hold
   WHERE website_id = $1 AND collection_id IS NOT NULL AND expires_at < $2 AND reserve_id > $3
   ORDER BY reserve_id LIMIT $4`,
).column('reserveId', (websiteId: number, until: Date, after: string, most: number) => [
  websiteId,
  until,
  after,
  most,
]);

/** Some of the library's queues with holds that wait, behind a title: a request that goes on passes over those that are done. */
export const findQueuesWithWaitingHolds = statement<{ reserveId: string }>(
  'closures-queues-with-waiting-holds',
  `SELECT DISTINCT reserve_id AS "reserveId" FROM hold
   WHERE website_id = $1 AND collection_id IS NULL AND suspension_type IS NULL AND reserve_id > $2
   ORDER BY reserve_id LIMIT $3`,
).column('reserveId', (websiteId: number, after: string, most: number) => [websiteId, after, most]);
