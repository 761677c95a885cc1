import { inQuery } from '../../platform/database/cluster.store.js';
import { groupSearch } from '../../platform/database/library-groups.js';
import { likelyMinute } from '../../platform/database/stored-waits.store.js';
import { statement } from '../../platform/database/statement.js';
import { GETS_TEXTS_OR_PUSH } from '../../notifications/texts/notice-channels.store.js';
import type { Queue } from '../../domain/holds/queue.js';
import { IS_WAITING } from '../hold-row.store.js';
import { heldBack } from '../pace/pace.store.js';

const minuteOf = (time: string): string => `extract(epoch FROM ${time}) / 60`;
/** SQL for the latest minute of a title that is ready soon. `s` are the settings of the library. */
const soonAfter = (time: string): string => `${minuteOf(time)} + s.notice_soon_days * 24 * 60`;
const SOON = soonAfter('(SELECT service_now())');

/**
 * SQL for "the patron `p` of the hold `h`, in the queue `q`, is to be told that it is ready soon". Who was told so at the placement knows. While the
 * patron's pace holds the hold back, nobody can say when it is ready.
 * @param websiteId SQL for its library
 */
const isToBeTold = (
  websiteId: string,
): string => `${IS_WAITING} AND h.soon_told_at IS NULL AND (h.email_address IS NOT NULL OR ${GETS_TEXTS_OR_PUSH}) AND p.soon_notices IS NOT FALSE
  AND ${likelyMinute('h.category', 'h.ticket')} <= ${SOON}
  AND (h.told_likely IS NULL OR h.told_likely > ${soonAfter('h.placed_at')})
  AND NOT ${heldBack(websiteId)}`;

/** Queues with patrons who are to be told. At most $1 of each group of libraries. */
export const findSoonReady = groupSearch<Queue>(
  'soon-find-queues',
  1,
  (inGroup) => `
  SELECT q.website_id AS "websiteId", q.reserve_id AS "reserveId"
  FROM (SELECT * FROM library_settings WHERE ${inGroup} AND notice_soon_days > 0) s
  JOIN title_queue q ON q.website_id = s.website_id
  WHERE q.live_holds > 0 AND ${SOON} >= ANY (COALESCE(q.wait_likely, q.wait_ends))
    AND EXISTS (
      SELECT FROM hold h JOIN patron p ON p.website_id = h.website_id AND p.patron_id = h.patron_id
      WHERE h.website_id = q.website_id AND h.reserve_id = q.reserve_id AND ${isToBeTold('h.website_id')})
  LIMIT $1`,
).some();

/** A waiting hold of a patron who is to be told. */
export interface SoonReadyHold extends Queue {
  readonly ticket: number;
  readonly patronId: number;
}

/** The holds in these locked queues of one library whose patrons are to be told, at most so many. */
export const findSoonReadyHolds = statement<SoonReadyHold>(
  'soon-find-holds',
  `SELECT h.website_id AS "websiteId", h.reserve_id AS "reserveId", h.ticket, h.patron_id AS "patronId"
   FROM hold h
   JOIN title_queue q ON q.website_id = $1 AND q.reserve_id = h.reserve_id
   JOIN patron p ON p.website_id = $1 AND p.patron_id = h.patron_id
   JOIN library_settings s ON s.website_id = $1
   WHERE h.website_id = $1 AND h.reserve_id = ANY ($2::uuid[]) AND ${isToBeTold('$1')} LIMIT $3`,
).all((websiteId: number, queues: readonly Queue[], most: number) => [
  websiteId,
  queues.map(({ reserveId }) => reserveId),
  most,
]);

/** Marks the patrons of these holds of one library as told, in whole milliseconds, as a notice has it. */
export const markSoonTold = statement<SoonReadyHold & { readonly moment: Date }>(
  'soon-mark',
  `UPDATE hold h SET soon_told_at = ${inQuery("date_trunc('milliseconds', service_now())")}
   FROM unnest($2::uuid[], $3::int[]) AS told (reserve_id, ticket)
   WHERE h.website_id = $1 AND h.reserve_id = told.reserve_id AND h.ticket = told.ticket
   RETURNING h.website_id AS "websiteId", h.reserve_id AS "reserveId", h.ticket, h.patron_id AS "patronId", h.soon_told_at AS moment`,
).all((websiteId: number, holds: readonly SoonReadyHold[]) => [
  websiteId,
  holds.map(({ reserveId }) => reserveId),
  holds.map(({ ticket }) => ticket),
]);

/** Of two holds of one person in a locked queue, each knows whether the person was told. */
export const shareSoonReady = statement(
  'soon-share',
  `UPDATE hold SET soon_told_at = (
     SELECT max(o.soon_told_at) FROM hold o WHERE o.website_id = $1 AND o.reserve_id = $2 AND o.patron_id = ANY ($3::int[]))
   WHERE website_id = $1 AND reserve_id = $2 AND patron_id = ANY ($3::int[]) AND soon_told_at IS NULL`,
).execute(({ websiteId, reserveId }: Queue, patronIds: readonly number[]) => [
  websiteId,
  reserveId,
  patronIds,
]);
