import { statement } from '../platform/database/statement.js';

/**
 * No mail server is as fast as the clock of a sandbox: pickups end at their time there, whether or not their notices were accepted by then.
 * A pickup that begins while the clock stands waits for its notice.
 */
export const endPickupsInTime = statement(
  'sandbox-end-pickups-in-time',
  'UPDATE hold SET extendable_to = NULL WHERE extendable_to IS NOT NULL',
).execute();
