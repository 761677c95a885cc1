/** SQL for the moment from which a hold is no longer needed. NULL: there is none, or the hold is ready and keeps its pickup. */
export const lastDayEndOf = (hold: string): string =>
  `CASE WHEN ${hold}.expires_at IS NULL THEN ${hold}.not_needed_from END`;

/** SQL for the earliest time at which a hold changes by itself: the end of its suspension, its pickup or its last day. NULL: none. */
export const endOf = (hold: string): string =>
  `LEAST(${hold}.suspended_until, ${hold}.expires_at, ${hold}.suspension_ends_at, ${lastDayEndOf(hold)})`;

/** SQL for the end of a hold's pickup, as `holdAt` decides it: it is extended while no mail server has accepted its notice. */
export const pickupEndOf = (hold: string): string => `
  CASE WHEN ${hold}.notice_sent_for IS NOT DISTINCT FROM ${hold}.expires_at THEN ${hold}.expires_at
    ELSE GREATEST(${hold}.expires_at, ${hold}.extendable_to) END`;

/**
 * SQL for "a suspension, a pickup, a loan or the last day of a hold of this queue is over, or a licence begins or ends, and no process has acted on it yet". Every command asks it
 * under the queue's lock, so no command depends on a punctual timer. Whether the library has any licence due is asked once for all queues.
 *
 * It compares the first end in index order, instead of EXISTS: PostgreSQL does not know the time in a generic plan and assumes that a third
 * of the queue is due. Where a few queues have most of the holds, it would then read the whole table.
 */
export function somethingDue(websiteId: string, reserveId: string): string {
  return `(
    (SELECT ${endOf('due')} FROM hold due
     WHERE due.website_id = ${websiteId} AND due.reserve_id = ${reserveId} AND ${endOf('due')} IS NOT NULL
     ORDER BY ${endOf('due')} LIMIT 1) <= (SELECT service_now())
    OR (SELECT due.expires_at FROM checkout due WHERE due.website_id = ${websiteId} AND due.reserve_id = ${reserveId}
        ORDER BY due.expires_at LIMIT 1) <= (SELECT service_now())
    OR CASE WHEN (SELECT any_due.turns_at FROM licence any_due WHERE any_due.website_id = ${websiteId} AND any_due.turns_at IS NOT NULL
                  ORDER BY any_due.turns_at LIMIT 1) <= (SELECT service_now())
      THEN EXISTS (SELECT FROM licence due WHERE due.website_id = ${websiteId} AND due.reserve_id = ${reserveId}
                   AND due.turns_at <= (SELECT service_now())) END) IS TRUE`;
}
