import { type HoldFacts, LOAN_TENTHS, type LoanFacts } from '../domain/holds/event-facts.js';
import type { HoldEndReason } from '../domain/holds/hold-end.js';
import type { PatronEvent } from '../events/event-types.js';
import { factsOf, OUTBOX } from '../events/outbox.store.js';
import { statement } from '../platform/database/statement.js';
import { patronWithLimit } from './pace/pace.store.js';
import type { Queue } from './queue.store.js';

/**
 * What the engine adds to its events for the statistics of waits, from the rows that it changes anyway. It joins by the library
 * (cluster.store.ts).
 */

const minutes = (interval: string): string => `extract(epoch FROM ${interval}) / 60`;

const FORMAT_CLASS = '(SELECT format_class FROM title WHERE reserve_id = $2)';

/**
 * SQL for the tenths of its period after which a loan in `gone` ends now. A transaction that began before the one that lent, and waited for it,
 * ends the loan before its beginning: after none.
 */
export const TENTHS_OF_LOAN = `LEAST(${LOAN_TENTHS}, GREATEST(0, floor(${LOAN_TENTHS} * extract(epoch FROM service_now() - gone.checked_out_at)
    / GREATEST(1, extract(epoch FROM gone.expires_at - gone.checked_out_at)))))::int`;

/** SQL for the detail of the event that a loan in `gone`, of the title $2, ends now. */
export const LOAN_FACTS = factsOf<LoanFacts>({
  formatClass: FORMAT_CLASS,
  loanDays: 'round(extract(epoch FROM gone.expires_at - gone.checked_out_at) / 86400)::int',
  tenths: TENTHS_OF_LOAN,
});

/** SQL for the hours for which a copy is set aside: those of the title's queue `q`, else of the library `l`. */
export const PICKUP_HOURS = 'COALESCE(q.pickup_hours, l.pickup_hours)';

/**
 * The time at which the copy was set aside for the hold `h`, as its trace has it. A hold without that became ready so many hours before its end as
 * the queue `q` or else the library `l` gives.
 */
export const OFFERED_AT = `COALESCE(
  (SELECT min(COALESCE(told.event ->> 'at', told.event ->> 'recordedAt')::timestamptz)
   FROM jsonb_array_elements(h.trace) WITH ORDINALITY AS told (event, line)
   WHERE told.event ->> 'event' = 'offered' AND told.line > COALESCE(
     (SELECT max(before.line) FROM jsonb_array_elements(h.trace) WITH ORDINALITY AS before (event, line)
      WHERE before.event ->> 'event' IN ('missed', 'licence-ended', 'suspended', 'unrecorded')), 0)),
  h.expires_at - make_interval(hours => ${PICKUP_HOURS}))`;

const HAS_NO_TRACE = `h.trace = '[]'::jsonb`;

/** SQL for "the hold `h` has waited since it was placed, without a suspension, and no other hold of its patron could hold it back". */
export const HAS_ONLY_WAITED = `(${HAS_NO_TRACE} AND ${patronWithLimit('h')} IS NULL)`;

const HOLD_FACTS = factsOf<HoldFacts>({
  formatClass: 't.format_class',
  pickupHours: PICKUP_HOURS,
  waited: minutes('service_now() - h.placed_at'),
  ready: `CASE WHEN h.expires_at IS NOT NULL THEN ${minutes(`service_now() - ${OFFERED_AT}`)} END`,
  hasMissed: 'h.missed_pickups > 0',
  hasOnlyWaited: `(${HAS_NO_TRACE} AND k.ready_at_most IS NULL AND h.alternatives_id IS NULL)`,
  toldLikely: `h.told_likely - ${minutes('h.placed_at')}`,
  toldLatest: `h.told_latest - ${minutes('h.placed_at')}`,
  toldByRules: 'h.told_by_rules',
});

/**
 * The same event for the patrons of several live holds of a queue. Call it before the holds change. OFFSET 0 keeps the look into the trace in
 * a query of its own (cluster.store.ts).
 */
export const writeHoldEvents = statement(
  'events-write-of-holds',
  `INSERT INTO ${OUTBOX.patrons} (website_id, type, subject, detail)
   SELECT told.website_id, told.type, told.subject, told.detail FROM (
     SELECT h.website_id, $4::text AS type, h.patron_id::text AS subject, $5::jsonb || ${HOLD_FACTS} AS detail
     FROM hold h
     JOIN library l USING (website_id)
     JOIN title_queue q USING (website_id, reserve_id)
     JOIN title t USING (reserve_id)
     LEFT JOIN pace k USING (website_id, patron_id)
     WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = ANY ($3::int[]) OFFSET 0) told`,
).execute(
  (
    type: PatronEvent,
    { websiteId, reserveId }: Queue,
    tickets: readonly number[],
    detail: { readonly reason?: HoldEndReason } = {},
  ) => [websiteId, reserveId, tickets, type, JSON.stringify(detail)],
);
