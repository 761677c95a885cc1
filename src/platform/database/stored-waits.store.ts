/** What the row of a queue tells of waits, as SQL for those who read it. */

const MAX_INT = 2 ** 31 - 1;

/** Tickets are below it. */
export const CATEGORY_STEP = 2 ** 32;

/** The last key of each category, beyond the ticket of the next hold: its time is that of all holds to come. */
export const LAST_TICKET = CATEGORY_STEP - 1;

/** SQL for the minute of a ticket: between two points, on the line. */
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
  ${minuteAt('q.wait_likely', category, ticket)} AS "likelyMinute"`;

/**
 * SQL for the columns of a `StoredOffer`: what the waits in the row `q` of `title_queue` say about a ticket of a category.
 * Their keys put category and ticket into one number, so that one search in one array finds the points round this ticket.
 * @param isGapWanted SQL for "the hold comes back from a suspension, and may have to wait for the next copy then"
 */
export const expectedOffer = (category: string, ticket: string, isGapWanted = 'false'): string => `
  ${timesOf(category, ticket)},
  CASE WHEN ${isGapWanted} THEN q.wait_gaps[array_position(q.wait_categories, ${category})] END AS "gapHours"`;

/** SQL for what a hold that is placed now is told, and for the waits that two simple rules would tell: the columns of a `OfferAtPlacement`. */
export const placementOffer = (category: string, ticket: string): string => `
  ${timesOf(category, ticket)},
  CASE WHEN q.wait_likely IS NOT NULL
    THEN ARRAY[q.wait_rules[1], LEAST(q.wait_rules[2]::bigint * (q.live_holds + 1), ${MAX_INT})::int] END AS "rulesAtPlacement"`;

/**
 * SQL for a join, `new_hold`: what the waits in the row `q` of `title_queue` say about a new hold of the category that waits longest. It
 * searches one point for each category: a list of all queues reads all of their rows.
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
  new_hold.minute AS "expectedMinute", new_hold.likely_minute AS "likelyMinute",
  q.wait_categories IS NOT NULL AS "isForecast", (SELECT service_now()) AS now`;
