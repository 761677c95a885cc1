/**
 * SQL for "something of this queue is over by time, and nobody has acted on it yet": a suspension, a pickup or a loan.
 * Asked by every command under the queue's lock, so that none depends on a timer being punctual.
 */
export function somethingDue(websiteId: string, reserveId: string): string {
  return `(
    EXISTS (SELECT FROM hold due WHERE due.website_id = ${websiteId} AND due.reserve_id = ${reserveId}
            AND COALESCE(due.suspended_until, due.expires_at) <= (SELECT service_now()))
    OR EXISTS (SELECT FROM checkout due WHERE due.website_id = ${websiteId} AND due.reserve_id = ${reserveId}
               AND due.expires_at <= (SELECT service_now())))`;
}
