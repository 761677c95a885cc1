import type { HoldEvent } from '../domain/holds/hold-trace.js';
import { inQuery } from '../platform/database/cluster.store.js';
import { ofTitle } from '../platform/database/clock.store.js';
import { purgeOf } from '../platform/database/purge.js';
import { statement } from '../platform/database/statement.js';

/** The limit on a hold's events. The oldest go first: a patron may suspend and release a hold for years. */
const MAX_EVENTS = 50;

/**
 * SQL for the time of a statement. The time of a transaction, used everywhere else, is its beginning: one that has waited for the lock of the
 * queue would seem older than one that had it before. Events and assignments must be in the order of the lock.
 */
const MOMENT = '(service_now() + (statement_timestamp() - now()))';

/**
 * SQL for an event in the trace of a hold. `at` is the time at which it happened, if that was before it was recorded.
 * @param members names and SQL expressions of its other members; NULL leaves one out
 */
export function holdEvent(event: HoldEvent['event'], members: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries({ recordedAt: MOMENT, ...members }).map(([name, sql]) => `'${name}', ${sql}`);
  return `jsonb_strip_nulls(jsonb_build_object('event', '${event}', ${pairs.join(', ')}))`;
}

/**
 * SQL for the trace of the hold `h` with more events, in a statement that updates its row anyway.
 * @param events SQL for one event, or for an array of them
 */
export const traceWith = (events: string, h = 'h'): string =>
  inQuery(`CASE WHEN jsonb_array_length(${h}.trace) < ${MAX_EVENTS} THEN ${h}.trace
    ELSE '[{"event": "unrecorded"}]'::jsonb || (${h}.trace - 0 - 0) END || ${events}`);

/** SQL for the trace of the hold `h` with another end of its suspension, if that was the last event. */
export const traceSuspendedUntil = (until: string, otherwise: string): string =>
  inQuery(`CASE WHEN h.trace #>> '{-1,event}' = 'suspended'
    THEN (h.trace - -1) || jsonb_strip_nulls((h.trace -> -1) || jsonb_build_object('until', ${until}))
    ELSE ${otherwise} END`);

/**
 * Records that these holds were given copies, to explain why other holds were passed over. It is kept for longer than the holds, and
 * therefore by the minute; a hold that was given two copies in one minute counts once.
 */
export const logAssignments = statement(
  'queue-log-assignments',
  `INSERT INTO queue_hand_over (website_id, reserve_id, ticket, collection_id, handed_over_at)
   SELECT website_id, reserve_id, ticket, collection_id, ${ofTitle(MOMENT)} FROM hold
   WHERE website_id = $1 AND reserve_id = $2 AND ticket = ANY ($3::int[])
   ON CONFLICT (website_id, reserve_id, ticket, handed_over_at) DO NOTHING`,
).execute(
  (
    { websiteId, reserveId }: { readonly websiteId: number; readonly reserveId: string },
    tickets: readonly number[],
  ) => [websiteId, reserveId, tickets],
);

/** The time in which library staff may ask why a hold was passed over. */
const ASSIGNMENT_DAYS = 90;

/**
 * Deletes old assignments.
 * @returns how many; at most a thousand at a time
 */
export const purgeAssignments = purgeOf({
  task: 'hand-overs',
  table: 'queue_hand_over',
  key: { reserve_id: 'uuid', ticket: 'int', handed_over_at: 'timestamptz' },
  // As text, because a Date has no microseconds.
  find: `SELECT website_id, reserve_id, ticket, to_jsonb(handed_over_at) #>> '{}' AS handed_over_at FROM queue_hand_over
    WHERE handed_over_at <= (SELECT service_now() - interval '${ASSIGNMENT_DAYS} days')
    ORDER BY handed_over_at LIMIT $1`,
});
