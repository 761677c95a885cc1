import { PICKUP_LATER_MINUTES } from '../../notifications/sending/notice-wait.store.js';
import { inQuery } from '../../platform/database/cluster.store.js';
import { groupSearch } from '../../platform/database/library-groups.js';
import { statement } from '../../platform/database/statement.js';
import type { Queue } from '../queue.store.js';
import { IS_WAITING } from '../hold-row.store.js';

/** A pickup that has not ended. */
export interface RunningPickup {
  readonly reserveId: string;
  readonly ticket: number;
  readonly endsAt: Date;
  /** The end if no mail server accepts its notice in time; null: there is no notice. */
  readonly extendableTo: Date | null;
}

const PICKUP = `h.reserve_id AS "reserveId", h.ticket, h.expires_at AS "endsAt", h.extendable_to AS "extendableTo"`;

/** Pickups of a library after a given one, some of them. */
export const findPickups = statement<RunningPickup>(
  'closures-pickups',
  `SELECT ${PICKUP} FROM hold h
   WHERE h.website_id = $1 AND h.expires_at IS NOT NULL AND (h.reserve_id, h.ticket) > ($2::uuid, $3::int)
   ORDER BY h.reserve_id, h.ticket LIMIT $4`,
).all((websiteId: number, after: Pick<RunningPickup, 'reserveId' | 'ticket'>, most: number) => [
  websiteId,
  after.reserveId,
  after.ticket,
  most,
]);

const inMinutes = (minutes: number): string => inQuery(`service_now() + interval '${minutes} minutes'`);

/**
 * Notices that pickups of the library end later wait on for each other, because a change of its calendar still moves pickups. Those that waited for less
 * than a minute stay, so that this finds few. What waits for at most half of the time that is left keeps its time, as `waitUntil` says.
 */
export const keepNoticesWaiting = statement(
  'closures-keep-notices-waiting',
  `UPDATE notice_outbox SET wait_until = ${inMinutes(PICKUP_LATER_MINUTES)}
   WHERE website_id = $1 AND occasion = 'pickup-later' AND job_key IS NULL
     AND wait_until > (SELECT service_now()) AND wait_until < ${inMinutes(PICKUP_LATER_MINUTES - 1)}
     AND expires_at > ${inMinutes(2 * PICKUP_LATER_MINUTES)}`,
).execute((websiteId: number) => [websiteId]);

export const findPickupsOfQueue = statement<RunningPickup>(
  'closures-pickups-of-queue',
  `SELECT ${PICKUP} FROM hold h WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.expires_at IS NOT NULL`,
).all(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

/** The libraries whose closed days suspend holds. */
export const findSuspendingLibraries = groupSearch<{ websiteId: number }>(
  'closures-find-suspending',
  0,
  (inGroup) => `
  SELECT DISTINCT website_id AS "websiteId" FROM calendar_entry
  WHERE ${inGroup} AND suspends_holds AND (until IS NULL OR until >= service_now() - interval '2 days')`,
);

/** Queues of the library with waiting holds; some, if they are many. */
export const findQueuesWithWaitingHolds = statement<Queue>(
  'closures-queues-with-waiting-holds',
  `SELECT DISTINCT h.website_id AS "websiteId", h.reserve_id AS "reserveId" FROM hold h
   WHERE h.website_id = $1 AND ${IS_WAITING} LIMIT $2`,
).all((websiteId: number, most: number) => [websiteId, most]);

/** A hold that can be suspended. */
export interface WaitingHold {
  readonly ticket: number;
  readonly missedPickups: number;
}

/** Some of the waiting holds of a queue that are not suspended, the first in line first. */
export const findWaiting = statement<WaitingHold>(
  'closures-waiting-holds',
  `SELECT ticket, missed_pickups AS "missedPickups" FROM hold h
   WHERE website_id = $1 AND reserve_id = $2 AND ${IS_WAITING} ORDER BY ticket LIMIT $3`,
).all(({ websiteId, reserveId }: Queue, most: number) => [websiteId, reserveId, most]);

/** SQL for "the hold `h` is suspended until exactly this moment", for the index of what is due. */
const isUntil = (moment: string): string =>
  `COALESCE(h.suspended_until, h.expires_at) = ${moment} AND h.suspended_until IS NOT NULL`;

/** Queues of the library with holds that are suspended until exactly this moment; some, if they are many. */
export const findQueuesSuspendedUntil = statement<Queue>(
  'closures-queues-suspended-until',
  `SELECT DISTINCT h.website_id AS "websiteId", h.reserve_id AS "reserveId" FROM hold h
   WHERE h.website_id = $1 AND ${isUntil('$2')} LIMIT $3`,
).all((websiteId: number, until: Date, most: number) => [websiteId, until, most]);

/** Some of the holds of a queue that are suspended until exactly this moment. */
export const findSuspendedUntil = statement<WaitingHold>(
  'closures-suspended-holds',
  `SELECT ticket, missed_pickups AS "missedPickups" FROM hold h
   WHERE website_id = $1 AND reserve_id = $2 AND ${isUntil('$3')} ORDER BY ticket LIMIT $4`,
).all(({ websiteId, reserveId }: Queue, until: Date, most: number) => [websiteId, reserveId, until, most]);
