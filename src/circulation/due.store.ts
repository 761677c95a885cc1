/**
 * SQL for "something of this queue is over by time, and nobody has acted on it yet": a suspension, a pickup or a loan.
 * Asked by every command under the queue's lock, so that none depends on a timer being punctual.
 *
 * By the first end in the order of an index, and not by EXISTS: PostgreSQL, not knowing the time that is to be compared with,
 * takes a third of a queue for due, and where few queues have most of the holds it reads the whole table, sure to find one
 * soon, to find none.
 */
export function somethingDue(websiteId: string, reserveId: string): string {
  return `(
    (SELECT COALESCE(due.suspended_until, due.expires_at) FROM hold due
     WHERE due.website_id = ${websiteId} AND due.reserve_id = ${reserveId}
       AND COALESCE(due.suspended_until, due.expires_at) IS NOT NULL
     ORDER BY COALESCE(due.suspended_until, due.expires_at) LIMIT 1) <= (SELECT service_now())
    OR (SELECT due.expires_at FROM checkout due WHERE due.website_id = ${websiteId} AND due.reserve_id = ${reserveId}
        ORDER BY due.expires_at LIMIT 1) <= (SELECT service_now())) IS TRUE`;
}
