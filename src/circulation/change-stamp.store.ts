/**
 * Each title of a library has a stamp of its last change, for clients that ask what has changed. A hold or a loan writes it
 * only when it is older than this, because the indexes on the stamp would slow down every placement. A search for changes
 * since a time must therefore look this much further back.
 */
export const STAMP_SECONDS = 60;

/** A stamp from the future, which a sandbox leaves behind when its clock is set back, counts as old. */
const isOld = (now: string): string =>
  `q.changed_at NOT BETWEEN ${now} - interval '${STAMP_SECONDS} seconds' AND ${now}`;

/** Live holds and copies on loan: how popular the title is in this library. */
const popularity = (liveHolds: string): string => `${liveHolds} + (
    SELECT COALESCE(sum(c.on_loan), 0) FROM copies c
    WHERE c.website_id = q.website_id AND c.reserve_id = q.reserve_id)`;

/**
 * SQL assignments for a statement that updates the row `q` of `title_queue` anyway.
 * @param now an expression for the service's time
 * @param liveHolds an expression for the number of live holds after the update
 */
export const stampAlong = (now: string, liveHolds: string): string => `
  changed_at = CASE WHEN ${isOld(now)} THEN ${now} ELSE q.changed_at END,
  popularity = CASE WHEN ${isOld(now)} THEN ${popularity(liveHolds)} ELSE q.popularity END`;

/** SQL for an UPDATE that stamps the queue $1, $2, unless its stamp is recent. */
export const STAMP = `
  UPDATE title_queue q SET changed_at = clock.now, popularity = ${popularity('q.live_holds')}
  FROM (SELECT service_now() AS now) clock
  WHERE q.website_id = $1 AND q.reserve_id = $2 AND ${isOld('clock.now')}`;
