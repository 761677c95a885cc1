import { statement } from './statement.js';

/** The waits stored in a queue's row: SQL that reads them, and what outdates them. */

const MAX_INT = 2 ** 31 - 1;

/** Tickets are smaller. */
export const CATEGORY_STEP = 2 ** 32;

/** The last key of each category, beyond the ticket of the next hold: its time applies to all future holds. */
export const LAST_TICKET = CATEGORY_STEP - 1;

/** SQL for the minute of a ticket, interpolated between two points. */
const minuteAt = (minutes: string, category: string, ticket: string): string => `(
  SELECT ${minutes}[at.point] - CASE
      WHEN q.wait_keys[at.point] % ${CATEGORY_STEP} <> ${LAST_TICKET} AND q.wait_keys[at.point - 1] >= at.key - at.key % ${CATEGORY_STEP}
      THEN ((${minutes}[at.point] - ${minutes}[at.point - 1])::bigint * (q.wait_keys[at.point] - at.key)
        / (q.wait_keys[at.point] - q.wait_keys[at.point - 1]))::int
      ELSE 0 END
  FROM (SELECT searched.key, width_bucket(searched.key - 1, q.wait_keys) + 1 AS point
        FROM (SELECT array_position(q.wait_categories, ${category}) * ${CATEGORY_STEP} + ${ticket} AS key OFFSET 0) searched OFFSET 0) at)`;

/** SQL for the columns of minutes. */
const timesOf = (category: string, ticket: string): string => `
  ${minuteAt('q.wait_ends', category, ticket)} AS "expectedMinute",
  ${minuteAt('q.wait_likely', category, ticket)} AS "likelyMinute", q.wait_borrowed_from AS "borrowedMinute"`;

/**
 * SQL for the columns of a `StoredOffer`: the waits in the row `q` of `title_queue` for a ticket of a category. Keys combine category and ticket in
 * one number, so that one search in one array finds the points around this ticket.
 * @param isGapWanted SQL for "the hold comes back from a suspension, and may have to wait for the next copy then"
 */
export const expectedOffer = (category: string, ticket: string, isGapWanted = 'false'): string => `
  ${timesOf(category, ticket)},
  CASE WHEN ${isGapWanted} THEN q.wait_gaps[array_position(q.wait_categories, ${category})] END AS "gapHours"`;

/** SQL for the minute, since 1970, by which a ticket of a category is likely offered a copy; in the worst case, if no more is known. Null: unknown. */
export const likelyMinute = (category: string, ticket: string): string =>
  `COALESCE(${minuteAt('q.wait_likely', category, ticket)}, ${minuteAt('q.wait_ends', category, ticket)})`;

/** SQL for the columns of an `OfferAtPlacement`: the wait that is shown for a new hold, and the estimates of two simple rules. */
export const placementOffer = (category: string, ticket: string): string => `
  ${timesOf(category, ticket)},
  CASE WHEN q.wait_likely IS NOT NULL
    THEN ARRAY[q.wait_rules[1], LEAST(q.wait_rules[2]::bigint * (q.live_holds + 1), ${MAX_INT})::int] END AS "rulesAtPlacement"`;

/**
 * SQL for a join, `new_hold`: the waits in the row `q` of `title_queue` for a new hold of the category that waits longest. It searches one point per
 * category, because a list of all queues reads all of their rows.
 */
export const JOIN_NEW_HOLD = `
  CROSS JOIN LATERAL (
    SELECT max(q.wait_ends[point.number]) AS minute, max(q.wait_likely[point.number]) AS likely_minute
    FROM (
      SELECT width_bucket(each.number * ${CATEGORY_STEP} + ${LAST_TICKET} - 1, q.wait_keys) + 1 AS number
      FROM generate_series(1, cardinality(q.wait_categories)) AS each (number)
      OFFSET 0) AS point) AS new_hold`;

/** SQL for the columns of a `NewHoldOffer`. */
export const NEW_HOLD_OFFER = `
  new_hold.minute AS "expectedMinute", new_hold.likely_minute AS "likelyMinute", q.wait_borrowed_from AS "borrowedMinute",
  q.wait_categories IS NOT NULL AS "isForecast", (SELECT service_now()) AS now`;

/** What the waits of all queues rest on has changed: a worker computes them anew. Call it in the transaction of the change. */
export const outdateWaits = statement(
  'library-outdate-waits',
  'UPDATE library SET waits_outdated_at = (SELECT service_now()) WHERE website_id = $1',
).execute((websiteId: number) => [websiteId]);
