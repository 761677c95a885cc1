import { ofTitle } from '../platform/database/clock.store.js';

/**
 * Each title of a library has the time of its last update, for clients that ask for changes. A hold or a loan writes it only when it is older
 * than this, because its indexes would slow down every placement. A search for changes since a time must therefore start this much earlier.
 *
 * The time is the full minute, because a patron made the change. It is still later than the old one, which is more than a minute ago: a title
 * never moves back behind the point that a client has read up to.
 */
export const UPDATED_AT_SECONDS = 60;

/** A time in the future, which a sandbox leaves behind when its clock is set back, counts as old. */
const IS_OLD = `q.changed_at NOT BETWEEN service_now() - interval '${UPDATED_AT_SECONDS} seconds' AND service_now()`;

const UPDATED_AT = ofTitle('service_now()');

/** SQL for the time that a change of the queue `q` writes now; NULL while the last update is recent. */
export const NEW_UPDATED_AT = `CASE WHEN ${IS_OLD} THEN ${UPDATED_AT} END`;

/** SQL for a query of the same, of the queue $1, $2 (`inQuery`). */
export const FIND_NEW_UPDATED_AT = `SELECT ${NEW_UPDATED_AT} FROM title_queue q WHERE q.website_id = $1 AND q.reserve_id = $2`;

/**
 * SQL for a title's popularity in a library, by default of the queue $1, $2: its live holds and its copies on loan.
 * @param liveHolds an expression for their number
 */
export const popularity = (
  liveHolds: string,
  { websiteId = '$1', reserveId = '$2' }: { readonly websiteId?: string; readonly reserveId?: string } = {},
): string => `${liveHolds} + (
    SELECT COALESCE(sum(c.on_loan + c.lucky_on_loan), 0) FROM copies c WHERE c.website_id = ${websiteId} AND c.reserve_id = ${reserveId})`;

/**
 * SQL assignments for a statement that updates the row `q` of `title_queue`, of the queue $1, $2, anyway.
 * @param newUpdatedAt an expression for the new time; NULL for none
 * @param liveHolds an expression for the number of live holds after the update
 */
export const updatedAtAssignments = (newUpdatedAt: string, liveHolds: string): string => `
  changed_at = COALESCE(${newUpdatedAt}, q.changed_at),
  popularity = CASE WHEN ${newUpdatedAt} IS NULL THEN q.popularity ELSE ${popularity(liveHolds)} END`;

const setUpdatedAt = (isMeant: string): string => `
  UPDATE title_queue q SET changed_at = ${UPDATED_AT}, popularity = ${popularity('q.live_holds', { reserveId: 'q.reserve_id' })}
  WHERE q.website_id = $1 AND ${isMeant} AND ${IS_OLD}`;

/** SQL for an UPDATE that writes the time of the last update of the queue $1, $2, unless it is recent. */
export const SET_UPDATED_AT = setUpdatedAt('q.reserve_id = $2');

/** The same for the queues $2 of the library $1. */
export const SET_EACH_UPDATED_AT = setUpdatedAt('q.reserve_id = ANY ($2::uuid[])');
