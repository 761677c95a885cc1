import { LOAN_TENTHS } from '../domain/holds/event-facts.js';
import type { PatronKey } from '../domain/patron.js';
import { inQuery } from '../platform/database/cluster.store.js';
import { ofTitle } from '../platform/database/clock.store.js';
import { statement } from '../platform/database/statement.js';
import { SET_UPDATED_AT } from './updated-at.store.js';
import { LOAN_FACTS, TENTHS_OF_LOAN } from './event-facts.store.js';
import { RETURN_LICENCES } from './licences/licence-columns.store.js';
import type { Queue } from './queue.store.js';

/** Lending and returning copies, always under the queue's lock. */

const BACK = `
  (SELECT collection_id, (count(*) FILTER (WHERE NOT is_lucky))::int AS number, (count(*) FILTER (WHERE is_lucky))::int AS lucky
   FROM gone GROUP BY collection_id) back
  WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.collection_id = back.collection_id`;
/** The last copy of a withdrawn title has come back: the library no longer has the title. */
const IS_LAST = '(c.withdrawn AND c.owned = 0 AND c.on_loan = back.number AND c.lucky_on_loan = back.lucky)';

/** Never before the withdrawal: a client that reads the changes may already have read that. */
const WITHDRAWN_AT = inQuery(`GREATEST(w.withdrawn_at, ${ofTitle('service_now()')})`);

/** From so many loans on, older ones count half: readers of a title change. */
const MANY_LOANS = 200;
/** SQL for how often the title's loans have ended in each tenth of their period. */
const LOAN_TENTHS_NOW = `ARRAY (
  SELECT COALESCE(c.loan_tenths[tenth + 1], 0) / CASE WHEN (SELECT sum(each) FROM unnest(c.loan_tenths) each) > ${MANY_LOANS} THEN 2 ELSE 1 END
    + (SELECT count(*)::int FROM gone WHERE gone.collection_id = c.collection_id AND NOT gone.is_lucky AND ${TENTHS_OF_LOAN} = tenth)
  FROM generate_series(0, ${LOAN_TENTHS}) tenth ORDER BY tenth)`;

/** SQL that frees, or removes, the copies of the loans in `gone`. */
const COPIES_COME_BACK = `
     freed AS (
       UPDATE copies c SET on_loan = c.on_loan - back.number, retiring = GREATEST(c.retiring - back.number, 0),
         lucky_on_loan = c.lucky_on_loan - back.lucky,
         loan_tenths = ${LOAN_TENTHS_NOW}
       FROM ${BACK} AND NOT ${IS_LAST}),
     withdrawn AS (DELETE FROM copies c USING ${BACK} AND ${IS_LAST} RETURNING c.collection_id),
     remembered AS (
       UPDATE withdrawn_title w SET withdrawn_at = ${WITHDRAWN_AT} FROM withdrawn
       WHERE w.website_id = $1 AND w.reserve_id = $2 AND w.collection_id = withdrawn.collection_id)`;

/** @returns undefined when the patron has no such loan; else the detail of the event of its end, and whether it was of a licence */
export const endLoan = statement<{ detail: object; isLicensed: boolean }>(
  'loan-end',
  `WITH gone AS (
       DELETE FROM checkout WHERE website_id = $1 AND reserve_id = $2 AND patron_id = $3
       RETURNING collection_id, licence_id, is_lucky, checked_out_at, expires_at),
     ${COPIES_COME_BACK},${RETURN_LICENCES},
     marked AS (${SET_UPDATED_AT} AND EXISTS (SELECT FROM gone))
   SELECT ${LOAN_FACTS} AS detail, licence_id IS NOT NULL AS "isLicensed" FROM gone`,
).first((patron: PatronKey, queue: Queue) => [queue.websiteId, queue.reserveId, patron.patronId]);

export interface EndedLoans {
  /** How long the longest overdue loan was over; 0 if none was. */
  readonly seconds: number;
  readonly patronIds: readonly number[];
  /** The details of the events of their ends. */
  readonly details: readonly object[];
  /** Some of them were of licences. */
  readonly areLicensed: boolean;
}

export const endOverdueLoans = statement<EndedLoans>(
  'loan-end-those-over',
  `WITH gone AS (
       DELETE FROM checkout WHERE website_id = $1 AND reserve_id = $2 AND expires_at <= (SELECT service_now())
       RETURNING patron_id, collection_id, licence_id, is_lucky, checked_out_at, expires_at),
     marked AS (${SET_UPDATED_AT} AND EXISTS (SELECT FROM gone)),
     ${COPIES_COME_BACK},${RETURN_LICENCES}
   SELECT COALESCE(extract(epoch FROM service_now() - min(expires_at)), 0)::float8 AS seconds,
     COALESCE(array_agg(patron_id), '{}') AS "patronIds", COALESCE(json_agg(${LOAN_FACTS}), '[]') AS details,
     count(licence_id) > 0 AS "areLicensed" FROM gone`,
).one((queue: Queue) => [queue.websiteId, queue.reserveId]);

/** @param isLucky it is a Lucky Day copy */
export const takeFreeCopy = statement(
  'loan-take-free-copy',
  `WITH marked AS (${SET_UPDATED_AT})
   UPDATE copies SET on_loan = on_loan + CASE WHEN $4::boolean THEN 0 ELSE 1 END,
     lucky_on_loan = lucky_on_loan + CASE WHEN $4::boolean THEN 1 ELSE 0 END, loans_begun = loans_begun + 1
   WHERE website_id = $1 AND reserve_id = $2 AND collection_id = $3`,
).execute((queue: Queue, collectionId: string, isLucky: boolean) => [
  queue.websiteId,
  queue.reserveId,
  collectionId,
  isLucky,
]);
