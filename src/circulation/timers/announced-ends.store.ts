import { ANNOUNCED_DAYS_BEFORE } from '../../domain/holds/suspension.js';
import { inQuery } from '../../platform/database/cluster.store.js';
import { groupSearch } from '../../platform/database/library-groups.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { Queue } from '../queue.store.js';

/** SQL for the latest beginning of a suspension in the library `l` whose end is announced now. */
const LONG_AGO = `service_now() - make_interval(hours => 24 * (l.suspension_ends_after_days - ${ANNOUNCED_DAYS_BEFORE}))`;

/**
 * SQL for "the suspension of the hold `h` has lasted so long under the rule of its library that its end is announced now". A suspension
 * without a recorded beginning counts as long: its beginning is recorded first.
 */
const isLong = (longAgo: string): string => `h.suspension_type = 'indefinite' AND h.suspension_ends_at IS NULL
  AND COALESCE(h.suspended_since, '-infinity') <= ${longAgo}`;

/** Queues with holds whose end must be announced; at most `most`. */
export const findLongSuspensions = groupSearch<Queue>(
  'announced-ends-find-queues',
  1,
  (inGroup) => `
  WITH long AS MATERIALIZED (
      SELECT website_id, h.reserve_id FROM library l JOIN hold h USING (website_id)
      WHERE ${inGroup} AND l.suspension_ends_after_days IS NOT NULL AND ${isLong(LONG_AGO)} LIMIT $1 * 10)
  SELECT DISTINCT website_id AS "websiteId", reserve_id AS "reserveId" FROM long LIMIT $1`,
).some();

/** In whole milliseconds, as a notice shows it; rounded up, so that the suspension has lasted long enough by then. */
const ANNOUNCE = statement<Omit<AnnouncedEnd, 'websiteId' | 'endsAt'> & { endsAt: Date | null }>(
  'announced-ends-announce',
  `UPDATE hold h SET suspended_since = ${inQuery('COALESCE(h.suspended_since, service_now())')},
     suspension_ends_at = ${inQuery(`CASE WHEN h.suspended_since IS NOT NULL THEN date_trunc('milliseconds', GREATEST(
       h.suspended_since + make_interval(hours => 24 * l.suspension_ends_after_days),
       service_now() + make_interval(hours => 24 * ${ANNOUNCED_DAYS_BEFORE})) + interval '1 millisecond') END`)}
   FROM library l
   WHERE l.website_id = $1 AND h.website_id = $1 AND h.reserve_id = ANY ($2::uuid[]) AND ${isLong(inQuery(LONG_AGO))}
   RETURNING h.reserve_id AS "reserveId", h.ticket, h.suspension_ends_at AS "endsAt"`,
);

export interface AnnouncedEnd {
  readonly websiteId: number;
  readonly reserveId: string;
  readonly ticket: number;
  readonly endsAt: Date;
}

/**
 * Announces the ends in these locked queues of one library.
 * @returns the announced ends
 */
export async function announceEndsIn(
  connection: Connection,
  websiteId: number,
  queues: readonly Queue[],
): Promise<AnnouncedEnd[]> {
  const rows = await connection.run(ANNOUNCE, [websiteId, queues.map(({ reserveId }) => reserveId)]);
  return rows.flatMap(({ endsAt, ...hold }) => (endsAt === null ? [] : [{ ...hold, websiteId, endsAt }]));
}
