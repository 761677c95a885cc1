import { patronWithLimit } from '../../circulation/pace/pace.store.js';
import type { Queue } from '../../circulation/queue.service.js';
import type { HoldEvent, LaterAssignments } from '../../domain/holds/hold-trace.js';
import type { PatronKey } from '../../domain/patron.js';
import { type Connection, statement } from '../../platform/database/statement.js';

/** An event in the column `trace`, with times as ISO 8601 text. */
interface StoredEvent {
  readonly event: HoldEvent['event'];
  /** Absent only where nothing was recorded. */
  readonly recordedAt?: string;
  /** Absent: the time of recording. */
  readonly at?: string;
  readonly until?: string;
  readonly [member: string]: string | undefined;
}

/** Stored facts of a hold that its patron's answers leave out. */
export interface StoredWithHold {
  readonly placedAt: Date;
  readonly events: readonly HoldEvent[];
  /** The wait that was estimated at placement; null: none, or the worst case. */
  readonly likelyAtPlacement: Date | null;
  readonly latestAtPlacement: Date | null;
  /** The estimates of two simple rules at placement, in minutes: see `EstimateAtPlacement`. */
  readonly rulesAtPlacement: readonly (number | null)[];
  /** When the patron was told that the title is likely to be ready soon. */
  readonly soonToldAt: Date | null;
}

const FIND_ALL = statement<Omit<StoredWithHold, 'events'> & { reserveId: string; trace: StoredEvent[] }>(
  'trace-find-all',
  `SELECT reserve_id AS "reserveId", placed_at AS "placedAt", trace,
     to_timestamp(told_likely * 60::float8) AS "likelyAtPlacement",
     to_timestamp(told_latest * 60::float8) AS "latestAtPlacement", COALESCE(told_by_rules, '{}') AS "rulesAtPlacement",
     soon_told_at AS "soonToldAt"
   FROM hold WHERE website_id = $1 AND patron_id = $2`,
);

/** The stored facts of each of the patron's holds, by reserveId. */
export async function findStoredWithHolds(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
): Promise<ReadonlyMap<string, StoredWithHold>> {
  const rows = await connection.run(FIND_ALL, [websiteId, patronId]);
  return new Map(
    rows.map(({ reserveId, trace, ...told }) => [reserveId, { events: eventsFrom(trace), ...told }]),
  );
}

function eventsFrom(stored: readonly StoredEvent[]): HoldEvent[] {
  return stored.map(({ event, recordedAt = '', at = recordedAt, until, ...members }) => {
    const times = {
      ...(at !== '' && { at: new Date(at) }),
      ...(until !== undefined && { until: new Date(until) }),
    };
    // Only the statements of this service write the column, so the members of each event are known.
    return { event, ...times, ...members } as HoldEvent;
  });
}

/** The copies assigned to later holds during this one's life, counted between its events; of a hold that staff have moved, since then. */
export const findLaterAssignments = statement<LaterAssignments>(
  'trace-later-assignments',
  `SELECT number.before AS "eventsBefore", number.most AS "mostEventsBefore", o.collection_id AS "collectionId",
     EXISTS (SELECT FROM category_collection cc
             WHERE cc.website_id = $1 AND cc.category = h.category AND cc.collection_id = o.collection_id) AS "mayHaveIt",
     CASE WHEN h.alternatives_id IS NOT NULL THEN 'alternative' WHEN ${patronWithLimit('h')} IS NOT NULL THEN 'pace' END AS "heldBackBy",
     count(*)::int AS times, min(o.handed_over_at) AS "firstAt", max(o.handed_over_at) AS "lastAt"
   FROM hold h
   JOIN queue_hand_over o ON o.website_id = $1 AND o.reserve_id = $3 AND o.ticket > h.ticket
   CROSS JOIN LATERAL (
     SELECT COALESCE(max(e.position) FILTER (WHERE e.at < o.handed_over_at), 0)::int AS before,
       COALESCE(max(e.position) FILTER (WHERE e.at < o.handed_over_at + interval '1 minute'), 0)::int AS most
     FROM (SELECT (event ->> 'recordedAt')::timestamptz AS at, position
           FROM jsonb_array_elements(h.trace) WITH ORDINALITY AS e (event, position)) e) number
   WHERE h.website_id = $1 AND h.patron_id = $2 AND h.reserve_id = $3 AND o.handed_over_at >= COALESCE((
     SELECT max((event ->> 'recordedAt')::timestamptz) FROM jsonb_array_elements(h.trace) AS event
     WHERE event ->> 'event' IN ('moved-in-line', 'put-back')), '-infinity')
   GROUP BY 1, 2, 3, 4, 5 ORDER BY 7`,
).all(({ websiteId, patronId }: PatronKey, { reserveId }: Queue) => [websiteId, patronId, reserveId]);
