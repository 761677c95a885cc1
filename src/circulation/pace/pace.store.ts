import type { PatronKey } from '../../domain/patron.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import { pickupEndOf } from '../due/due.store.js';

/*
 * A patron may want only so many holds ready at the same time, and only one of some that are alternatives to each other (decision 6). Whoever
 * assigns a copy to the patron locks the patron's row of `pace` first, and then counts, so that two queues never assign one too many. A
 * transaction that has locked a queue does not wait for that lock, so it cannot be part of a deadlock. If the lock is taken, the copy goes to
 * the next in line, and the patron is reviewed.
 */

const ofHold = (hold: string): string => `k.website_id = $1 AND k.patron_id = ${hold}.patron_id`;

/** SQL for the patron of a hold, if other ready holds of the patron may hold it back; else NULL. Parameter 1 is the library. */
export const patronWithLimit = (hold: string): string =>
  `(SELECT k.patron_id FROM pace k WHERE ${ofHold(hold)} AND (k.ready_at_most IS NOT NULL OR ${hold}.alternatives_id IS NOT NULL))`;

/** SQL for how many holds of a patron are ready, by a condition on the hold `r`. */
const readyHolds = (websiteId: string, patronId: string, isReady: string): string => `
  (SELECT count(*) FROM hold r
   WHERE r.website_id = ${websiteId} AND r.patron_id = ${patronId} AND ${isReady})`;

/**
 * SQL for "as many holds as the patron of `k` wants are ready, or an alternative to this hold is", by a condition on the ready
 * hold `r`. NULL may be false.
 */
const hasEnough = (hold: string, websiteId: string, isReady: string): string => `(
  k.ready_at_most <= ${readyHolds(websiteId, `${hold}.patron_id`, isReady)}
  OR ${hold}.alternatives_id IS NOT NULL
    AND 1 <= ${readyHolds(websiteId, `${hold}.patron_id`, `r.alternatives_id = ${hold}.alternatives_id AND ${isReady}`)})`;

/**
 * SQL for "the patron of this hold wants another copy now". A pickup that is over does not count, whether or not that was recorded. It is a
 * subquery for each hold: a join might read the whole queue.
 * @param busy SQL for an array of patrons to whom others may be assigning copies
 */
export const wantsCopy = (hold: string, busy: string): string => `
  COALESCE((SELECT k.patron_id <> ALL (${busy})
              AND ${hasEnough(hold, '$1', `${pickupEndOf('r')} > (SELECT service_now())`)} IS NOT TRUE
            FROM pace k WHERE ${ofHold(hold)}), true)`;

/** SQL for the latest time at which the patron of `k` wants the next copy: enough pickups of ready holds are over by then. NULL: now. */
export const ROOM_AT = `
  (SELECT r.expires_at FROM hold r
   WHERE r.website_id = $1 AND r.patron_id = k.patron_id AND r.expires_at IS NOT NULL
   ORDER BY r.expires_at DESC OFFSET k.ready_at_most - 1 LIMIT 1)`;

/** SQL for the end of the pickup of the alternative to a waiting hold that is ready; NULL: none is. */
export const alternativeUntil = (hold: string): string => `
  CASE WHEN ${hold}.alternatives_id IS NOT NULL THEN
    (SELECT max(r.expires_at) FROM hold r
     WHERE r.website_id = $1 AND r.patron_id = ${hold}.patron_id AND r.alternatives_id = ${hold}.alternatives_id) END`;

/** SQL for the latest time at which a waiting hold is no longer held back; NULL: now. */
export const roomAtFor = (hold: string): string =>
  `(SELECT GREATEST(CASE WHEN k.ready_at_most IS NOT NULL THEN ${ROOM_AT} END, ${alternativeUntil(hold)}) FROM pace k WHERE ${ofHold(hold)})`;

/**
 * Until the transaction ends, nobody else assigns copies to these patrons.
 * @returns the patrons that were locked; to the others, another transaction may be assigning one
 */
export const tryLockPaces = statement<{ patronId: number }>(
  'pace-try-lock',
  `SELECT patron_id AS "patronId" FROM pace WHERE website_id = $1 AND patron_id = ANY ($2::int[])
   ORDER BY patron_id FOR UPDATE SKIP LOCKED`,
).column('patronId', (websiteId: number, patronIds: readonly number[]) => [websiteId, patronIds]);

/** @returns how many holds the patron wants ready at most; undefined: no limit */
export async function findReadyAtMost(
  { prisma }: Connection,
  { websiteId, patronId }: PatronKey,
): Promise<number | undefined> {
  const pace = await prisma.pace.findFirst({ where: { websiteId, patronId }, select: { readyAtMost: true } });
  return pace?.readyAtMost ?? undefined;
}

export const writeReadyAtMost = statement(
  'pace-write',
  `INSERT INTO pace (website_id, patron_id, ready_at_most)
   SELECT website_id, patron_id, $3 FROM patron WHERE website_id = $1 AND patron_id = $2
   ON CONFLICT (website_id, patron_id) DO UPDATE SET ready_at_most = EXCLUDED.ready_at_most`,
).execute(({ websiteId, patronId }: PatronKey, readyAtMost: number) => [websiteId, patronId, readyAtMost]);

/** The row stays: whoever assigns one of the patron's alternatives locks it. */
export async function deleteReadyAtMost(
  { prisma }: Connection,
  { websiteId, patronId }: PatronKey,
): Promise<void> {
  await prisma.pace.updateMany({ where: { websiteId, patronId }, data: { readyAtMost: null } });
}

/** Gives the patron `into` the limit of `from`, unless `into` has one. */
export const moveReadyAtMost = statement(
  'pace-move',
  `INSERT INTO pace AS k (website_id, patron_id, ready_at_most)
   SELECT website_id, $3, ready_at_most FROM pace WHERE website_id = $1 AND patron_id = $2
   ON CONFLICT (website_id, patron_id) DO UPDATE SET ready_at_most = COALESCE(k.ready_at_most, EXCLUDED.ready_at_most)`,
).execute((from: PatronKey, into: PatronKey) => [from.websiteId, from.patronId, into.patronId]);

/**
 * SQL for "copies go past the hold `h` now because of its patron's other holds": enough are ready, or a worker is about to look.
 * @param websiteId SQL for its library
 */
export const heldBack = (websiteId: string): string => `(
  EXISTS (SELECT FROM pace k WHERE k.website_id = ${websiteId} AND k.patron_id = h.patron_id
            AND ${hasEnough('h', websiteId, 'r.expires_at IS NOT NULL')})
  OR EXISTS (SELECT FROM pace_review v WHERE v.website_id = ${websiteId} AND v.patron_id = h.patron_id))`;
