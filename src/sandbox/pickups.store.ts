import { statement } from '../platform/database/statement.js';

/**
 * In a sandbox, pickups end in time even if no mail server has accepted their notices by then: none is as fast as a moved clock. A pickup that begins
 * while the clock stands waits for its notice.
 */
export const endPickupsInTime = statement(
  'sandbox-end-pickups-in-time',
  'UPDATE hold SET extendable_to = NULL WHERE extendable_to IS NOT NULL',
).execute();
