import { inQuery } from '../../platform/database/cluster.store.js';
import { statement } from '../../platform/database/statement.js';
import type { CopiesInUse, CountedLicence } from '../../domain/holds/licence-end.js';
import type { Queue } from '../../domain/holds/queue.js';
import { SET_UPDATED_AT } from '../updated-at.store.js';
import {
  IS_ANY_UNLIMITED,
  IS_RUNNING,
  LICENSED_TOGETHER,
  LOANS_LEFT,
  NEXT_TURN,
  ROOM,
} from './licence-columns.store.js';

/** Whether a licence of the queue begins or ends now. */
export const isTurnDue = statement(
  'licences-turn-due',
  `SELECT FROM licence WHERE website_id = $1 AND reserve_id = $2 AND turns_at <= (SELECT service_now()) LIMIT 1`,
).any((queue: Queue) => [queue.websiteId, queue.reserveId]);

/** The licences of a queue. */
export const findLicences = statement<CountedLicence>(
  'licences-of-queue',
  `SELECT n.collection_id AS "collectionId", n.licence_id AS "licenceId", n.is_counted AS "isCounted", n.ends_at AS "endsAt", ${ROOM} AS room
   FROM licence n WHERE n.website_id = $1 AND n.reserve_id = $2`,
).all((queue: Queue) => [queue.websiteId, queue.reserveId]);

/**
 * Lets those licences of a queue begin or end whose time has come. `countLicensed` counts their copies.
 * @param changed licences whose times were just written
 */
export const turn = statement(
  'licences-turn',
  `UPDATE licence n SET is_counted = ${inQuery(IS_RUNNING)}, turns_at = ${inQuery(NEXT_TURN)}, added_at = COALESCE(n.added_at, ${inQuery('service_now()')})
   WHERE n.website_id = $1 AND n.reserve_id = $2 AND (n.turns_at <= (SELECT service_now()) OR n.licence_id = ANY ($3::text[]))`,
).execute((queue: Queue, changed: readonly string[] = []) => [queue.websiteId, queue.reserveId, changed]);

/** SQL for a number of copies `c` that is owned with those that licences give `now`. */
const OWNED_NOW = '(c.owned - c.licensed + now.licensed)';

/** Counts the copies that the licences of a queue give now. */
export const countLicensed = statement(
  'licences-count',
  `WITH marked AS (${SET_UPDATED_AT})
   UPDATE copies c SET owned = ${OWNED_NOW}, licensed = now.licensed, is_unlimited = now.is_unlimited,
     retiring = GREATEST(c.on_loan + c.set_aside - ${OWNED_NOW}, 0), withdrawn = c.withdrawn AND ${OWNED_NOW} = 0
   FROM (SELECT k.collection_id, ${LICENSED_TOGETHER} AS licensed, ${IS_ANY_UNLIMITED} AS is_unlimited
         FROM copies k LEFT JOIN licence n USING (website_id, reserve_id, collection_id)
         WHERE k.website_id = $1 AND k.reserve_id = $2 GROUP BY k.collection_id) now
   WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.collection_id = now.collection_id
     AND (c.licensed <> now.licensed OR c.is_unlimited <> now.is_unlimited)`,
).execute((queue: Queue) => [queue.websiteId, queue.reserveId]);

/** How the copies of each collection are in use. */
export const findUse = statement<CopiesInUse & { readonly collectionId: string }>(
  'licences-find-use',
  `SELECT collection_id AS "collectionId", owned, on_loan AS "onLoan", set_aside AS "setAside" FROM copies
   WHERE website_id = $1 AND reserve_id = $2`,
).all((queue: Queue) => [queue.websiteId, queue.reserveId]);

/**
 * Chooses the licence of a loan that was just begun, unless it is of a copy that the library simply owns: one with an end, the soonest first; then
 * one without; then, of those with a number of loans, the one with most left, because each of them that is spent is a copy less.
 * @returns whether this was the licence's last loan; undefined: there is none, or none has room
 */
export const chooseLicence = statement<{ isSpent: boolean }>(
  'licences-choose',
  `WITH chosen AS (
       SELECT licence_id FROM (
         SELECT n.licence_id, n.ends_at, ${LOANS_LEFT} AS loans_left FROM licence n
         WHERE n.website_id = $1 AND n.reserve_id = $3 AND n.collection_id = $4 AND n.is_counted AND ${ROOM} > 0
         UNION ALL
         SELECT NULL, NULL, NULL FROM copies c
         WHERE c.website_id = $1 AND c.reserve_id = $3 AND c.collection_id = $4 AND c.owned - c.licensed >= c.on_loan - (
           SELECT COALESCE(sum(n.on_loan), 0) FROM licence n
           WHERE n.website_id = $1 AND n.reserve_id = $3 AND n.collection_id = $4)) candidates
       ORDER BY ends_at NULLS LAST, loans_left DESC NULLS FIRST, licence_id NULLS FIRST LIMIT 1),
     lent AS (
       UPDATE checkout k SET licence_id = chosen.licence_id FROM chosen
       WHERE k.website_id = $1 AND k.patron_id = $2 AND k.reserve_id = $3 AND chosen.licence_id IS NOT NULL)
   UPDATE licence n SET lent = n.lent + 1, on_loan = n.on_loan + 1 FROM chosen
   WHERE n.website_id = $1 AND n.collection_id = $4 AND n.licence_id = chosen.licence_id
   RETURNING n.lent >= n.loans IS TRUE AS "isSpent"`,
).first((queue: Queue, patronId: number, collectionId: string) => [
  queue.websiteId,
  patronId,
  queue.reserveId,
  collectionId,
]);
