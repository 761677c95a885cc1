import { inQuery } from '../../platform/database/cluster.store.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { CopiesInUse, CountedLicence } from '../../domain/holds/licence-end.js';
import type { Queue } from '../../domain/holds/queue.js';
import { SET_EACH_UPDATED_AT } from '../updated-at.store.js';
import {
  DELETED_LICENCE,
  IS_ANY_UNLIMITED,
  IS_RUNNING,
  licensedTogether,
  LOANS_LEFT,
  loansOfDeleted,
  luckyTogether,
  NEXT_TURN,
  ROOM,
} from './licence-columns.store.js';

/** Queues of one library. */
const ofQueues = (websiteId: number, queues: readonly Queue[]): readonly unknown[] => [
  websiteId,
  queues.map(({ reserveId }) => reserveId),
];
const IN_QUEUES = 'n.website_id = $1 AND n.reserve_id = ANY ($2::uuid[])';

/** Those of the queues in which a licence begins or ends now. */
export const findQueuesInTurn = statement<Queue>(
  'licences-queues-in-turn',
  `SELECT DISTINCT n.website_id AS "websiteId", n.reserve_id AS "reserveId" FROM licence n
   WHERE ${IN_QUEUES} AND n.turns_at <= (SELECT service_now())`,
).all(ofQueues);

/** The licences of the queues. */
export const findLicences = statement<CountedLicence & LicenceOfTitle>(
  'licences-of-queues',
  `SELECT n.reserve_id AS "reserveId", n.collection_id AS "collectionId", n.licence_id AS "licenceId",
     n.is_counted AS "isCounted", n.holdable AS "isHoldable", n.ends_at AS "endsAt", ${ROOM} AS room
   FROM licence n WHERE ${IN_QUEUES}`,
).all(ofQueues);

/** A licence of a library. */
export interface LicenceOfTitle {
  readonly reserveId: string;
  readonly collectionId: string;
  readonly licenceId: string;
}

/** A licence whose time has come, or that was just written. */
export interface TurnedLicence extends LicenceOfTitle {
  readonly isNew: boolean;
  /** Its end has just come near. */
  readonly isEnding: boolean;
  readonly hasEnded: boolean;
  /** Its last loan has begun before. */
  readonly isSpent: boolean;
}

/**
 * Lets those licences of the queues begin or end whose time has come. `countLicensed` counts their copies.
 * @param changed licences whose times were just written
 */
export const turn = statement<TurnedLicence>(
  'licences-turn',
  `WITH before AS (SELECT n.collection_id, n.licence_id, n.is_counted, n.turns_at, n.added_at FROM licence n WHERE ${IN_QUEUES})
   UPDATE licence n SET is_counted = ${inQuery(IS_RUNNING)}, turns_at = ${inQuery(NEXT_TURN)}, added_at = COALESCE(n.added_at, ${inQuery('service_now()')})
   FROM before
   WHERE ${IN_QUEUES}
     AND (n.turns_at <= (SELECT service_now()) OR (n.collection_id, n.licence_id) IN (SELECT * FROM unnest($3::text[], $4::text[])))
     AND before.collection_id = n.collection_id AND before.licence_id = n.licence_id
   RETURNING n.reserve_id AS "reserveId", n.collection_id AS "collectionId", n.licence_id AS "licenceId", before.added_at IS NULL AS "isNew",
     (n.is_counted AND n.turns_at = n.ends_at AND n.turns_at IS DISTINCT FROM before.turns_at) IS TRUE AS "isEnding",
     before.is_counted AND NOT n.is_counted AS "hasEnded", n.lent >= n.loans IS TRUE AS "isSpent"`,
).all((websiteId: number, queues: readonly Queue[], changed: readonly LicenceOfTitle[] = []) => [
  ...ofQueues(websiteId, queues),
  changed.map(({ collectionId }) => collectionId),
  changed.map(({ licenceId }) => licenceId),
]);

/** SQL for numbers of copies `c` that are owned with those that licences give `now`. */
const OWNED_NOW = '(c.owned - c.licensed + now.licensed)';
const LUCKY_NOW = '(c.lucky_owned - c.lucky_licensed + now.lucky)';

/** Counts the copies that the licences of the queues give now. */
export const countLicensed = statement(
  'licences-count',
  `WITH marked AS (${SET_EACH_UPDATED_AT})
   UPDATE copies c SET owned = ${OWNED_NOW}, licensed = now.licensed, is_unlimited = now.is_unlimited,
     lucky_owned = ${LUCKY_NOW}, lucky_licensed = now.lucky,
     retiring = GREATEST(c.on_loan + c.set_aside - ${OWNED_NOW}, 0), withdrawn = c.withdrawn AND ${OWNED_NOW} + ${LUCKY_NOW} = 0
   FROM (SELECT c.reserve_id, c.collection_id, ${licensedTogether('$1')} AS licensed, ${luckyTogether('$1')} AS lucky, ${IS_ANY_UNLIMITED} AS is_unlimited
         FROM copies c LEFT JOIN licence n USING (website_id, reserve_id, collection_id)
         WHERE c.website_id = $1 AND c.reserve_id = ANY ($2::uuid[]) GROUP BY c.website_id, c.reserve_id, c.collection_id) now
   WHERE c.website_id = $1 AND c.reserve_id = now.reserve_id AND c.collection_id = now.collection_id
     AND (c.licensed <> now.licensed OR c.lucky_licensed <> now.lucky OR c.is_unlimited <> now.is_unlimited)`,
).execute(ofQueues);

/** How the copies of the queues are in use. */
export const findUses = statement<CopiesInUse & Queue & { readonly collectionId: string }>(
  'licences-find-uses',
  `SELECT website_id AS "websiteId", reserve_id AS "reserveId", collection_id AS "collectionId", owned, on_loan AS "onLoan",
     set_aside AS "setAside"
   FROM copies WHERE website_id = $1 AND reserve_id = ANY ($2::uuid[])`,
).all(ofQueues);

const OF_COPIES = 'n.website_id = $1 AND n.reserve_id = $3 AND n.collection_id = $4';
/** SQL for "the loan that was just begun can be of a copy `c` that the library simply owns". Another kind of loan is not counted here yet. */
const HAS_PLAIN_COPY = `
  CASE WHEN c.holdable THEN c.owned - c.licensed - c.on_loan ELSE c.lucky_owned - c.lucky_licensed - c.lucky_on_loan END
  + (SELECT COALESCE(sum(n.on_loan), 0) FROM licence n WHERE ${OF_COPIES} AND n.holdable = c.holdable) + ${loansOfDeleted('$1', 'NOT c.holdable')}
  >= CASE WHEN c.holdable <> $5::boolean THEN 0 ELSE 1 END`;

export interface LoanToLicense extends Queue {
  readonly patronId: number;
  readonly collectionId: string;
  /** It is of a Lucky Day copy. */
  readonly isLucky: boolean;
  /** It is from another system, and keeps its end. */
  readonly isImported: boolean;
}

/**
 * Chooses the licence of a loan that was just begun, unless it is of a copy that the library simply owns: one with an end, the soonest first; then
 * one without; then, of those with a number of loans, the one with most left, because each of them that is spent is a copy less. If the library
 * wants no loan to outlast its licence, one that lasts goes before; else the loan ends with the licence that lasts longest. A loan of a copy that was set
 * aside before all of them became Lucky Day copies is of one of these.
 * @returns the licence, and whether this was its last loan; undefined: there is none, or none has room
 */
export const chooseLicence = statement<{ licenceId: string; isSpent: boolean; isForHolds: boolean }>(
  'licences-choose',
  `WITH loan AS (
       SELECT k.expires_at, NOT $6::boolean AND EXISTS (
         SELECT FROM library_settings s WHERE s.website_id = $1 AND NOT s.loan_may_outlast) AS must_end
       FROM checkout k WHERE k.website_id = $1 AND k.patron_id = $2 AND k.reserve_id = $3),
     chosen AS (
       SELECT candidates.licence_id, candidates.is_lucky, CASE WHEN is_short THEN candidates.ends_at END AS loan_end
       FROM (
         SELECT n.licence_id, n.ends_at, ${LOANS_LEFT} AS loans_left, NOT n.holdable AS is_lucky FROM licence n
         WHERE ${OF_COPIES} AND n.is_counted AND ${ROOM} > 0
         UNION ALL
         SELECT NULL, NULL, NULL, NOT c.holdable FROM copies c
         WHERE c.website_id = $1 AND c.reserve_id = $3 AND c.collection_id = $4 AND ${HAS_PLAIN_COPY}) candidates
       CROSS JOIN loan CROSS JOIN LATERAL (SELECT loan.must_end AND candidates.ends_at < loan.expires_at IS TRUE AS is_short) fits
       WHERE candidates.is_lucky OR NOT $5::boolean
       ORDER BY is_lucky, is_short, CASE WHEN is_short THEN ends_at END DESC, ends_at NULLS LAST,
         loans_left DESC NULLS FIRST, licence_id NULLS FIRST LIMIT 1),
     lent AS (
       UPDATE checkout k SET licence_id = chosen.licence_id, is_lucky = chosen.is_lucky,
         expires_at = COALESCE(chosen.loan_end, k.expires_at) FROM chosen
       WHERE k.website_id = $1 AND k.patron_id = $2 AND k.reserve_id = $3 AND (chosen.licence_id IS NOT NULL OR chosen.is_lucky)),
     counted AS (
       UPDATE copies c SET on_loan = c.on_loan - 1, retiring = GREATEST(c.retiring - 1, 0), lucky_on_loan = c.lucky_on_loan + 1 FROM chosen
       WHERE c.website_id = $1 AND c.reserve_id = $3 AND c.collection_id = $4 AND chosen.is_lucky AND NOT $5::boolean)
   UPDATE licence n SET lent = n.lent + 1, on_loan = n.on_loan + 1 FROM chosen
   WHERE n.website_id = $1 AND n.collection_id = $4 AND n.licence_id = chosen.licence_id
   RETURNING n.licence_id AS "licenceId", n.lent >= n.loans IS TRUE AS "isSpent", n.holdable AS "isForHolds"`,
).first((loan: LoanToLicense) => [
  loan.websiteId,
  loan.patronId,
  loan.reserveId,
  loan.collectionId,
  loan.isLucky,
  loan.isImported,
]);

const TURN_LOANS = statement(
  'licences-turn-loans',
  `UPDATE checkout k SET is_lucky = terms.is_lucky
   FROM (SELECT lent.patron_id, NOT COALESCE(n.holdable, c.holdable) AS is_lucky
         FROM checkout lent JOIN copies c USING (website_id, reserve_id, collection_id)
         LEFT JOIN licence n USING (website_id, collection_id, licence_id)
         WHERE lent.website_id = $1 AND lent.reserve_id = $2 AND lent.licence_id IS DISTINCT FROM '${DELETED_LICENCE}') terms
   WHERE k.website_id = $1 AND k.reserve_id = $2 AND k.patron_id = terms.patron_id AND k.is_lucky <> terms.is_lucky`,
);
const COUNT_LOANS = statement(
  'licences-count-loans',
  `UPDATE copies c SET on_loan = lent.others, lucky_on_loan = lent.lucky, retiring = GREATEST(lent.others + c.set_aside - c.owned, 0)
   FROM (SELECT own.collection_id, (count(k.patron_id) FILTER (WHERE k.is_lucky))::int AS lucky, (count(k.patron_id) FILTER (WHERE NOT k.is_lucky))::int AS others
         FROM copies own LEFT JOIN checkout k USING (website_id, reserve_id, collection_id)
         WHERE own.website_id = $1 AND own.reserve_id = $2 GROUP BY own.collection_id) lent
   WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.collection_id = lent.collection_id`,
);

/** Copies or licences of a locked queue became Lucky Day copies, or are such no more: so do their loans. */
export async function turnLoans(connection: Connection, queue: Queue): Promise<void> {
  const values = [queue.websiteId, queue.reserveId];
  await connection.run(TURN_LOANS, values);
  await connection.run(COUNT_LOANS, values);
}
