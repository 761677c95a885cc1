import { UNLIMITED_COPIES } from '../../domain/holds/licence-end.js';
import { ENDING_DAYS } from '../../domain/titles/purchases.js';

/*
 * A licence says how many loans of a title may run at a time (`concurrency`), how many may begin in all (`loans`), and between which times. While
 * it runs, it gives its collection copies: those on loan, and as many more as both numbers allow; after its end, those on loan. `copies.owned` is the sum of these
 * (`licensed`) and of the copies that the library simply owns, so queues, places and answers see one number. A loan counts for one licence from
 * its begin to its end. All changes are under the queue's lock.
 *
 * Lucky Day copies, which are never set aside, have counters of their own (`lucky_owned`, `lucky_licensed`, `lucky_on_loan`): a queue does not see
 * them. Licences that are not `holdable` give such copies, and where `copies.holdable` is false, so are those that the library simply owns.
 */

/** SQL for how many loans of the licence `n` may still begin in all; NULL: without limit. */
export const LOANS_LEFT = 'CASE WHEN n.loans IS NOT NULL THEN GREATEST(n.loans - n.lent, 0) END';

/** SQL for how many loans of the licence `n` could begin now. */
export const ROOM = `GREATEST(LEAST(n.concurrency - n.on_loan, ${LOANS_LEFT}, ${UNLIMITED_COPIES}), 0)`;

/** SQL for the copies that the licence `n` gives while it runs, those on loan included. */
const WHILE_RUNNING = `LEAST(n.concurrency, n.on_loan + ${LOANS_LEFT}, ${UNLIMITED_COPIES})`;
/** SQL for those that it gives now. After its end that is what is still on loan: each such loan has its own copy, and takes no other one's place. */
const LICENSED = `CASE WHEN n.is_counted THEN ${WHILE_RUNNING} ELSE n.on_loan END`;

/** The licence of loans whose licence was deleted. They keep their own copies, as those of a licence that has ended do. */
export const DELETED_LICENCE = '';

/** SQL for how many loans of the copies `c` are of deleted licences. While a title is withdrawn, it has no copies that could be theirs. */
export const loansOfDeleted = (websiteId: string, isLucky: string): string => `(
  SELECT count(*)::int FROM checkout o WHERE o.website_id = ${websiteId} AND o.reserve_id = c.reserve_id
    AND o.collection_id = c.collection_id AND o.licence_id = '${DELETED_LICENCE}' AND o.is_lucky = ${isLucky}
    AND NOT c.withdrawn)`;

const together = (websiteId: string, isLucky: string): string =>
  `(LEAST(COALESCE(sum(${LICENSED}) FILTER (WHERE n.holdable <> ${isLucky}), 0), ${UNLIMITED_COPIES})::int + ${loansOfDeleted(websiteId, isLucky)})`;
/** SQL for the copies that licences `n` of the copies `c` give together, those of deleted ones included: those for holds, and Lucky Day copies. */
export const licensedTogether = (websiteId: string): string => together(websiteId, 'false');
export const luckyTogether = (websiteId: string): string => together(websiteId, 'true');
/** SQL for "one of the licences `n` for holds limits neither number". */
export const IS_ANY_UNLIMITED =
  'COALESCE(bool_or(n.concurrency IS NULL AND n.loans IS NULL) FILTER (WHERE n.is_counted AND n.holdable), false)';

/** SQL for how many of the copies `c` are free Lucky Day copies. Copies that are set aside from before they became such are not free. */
export const LUCKY_FREE = 'GREATEST(c.lucky_owned - c.lucky_on_loan - LEAST(c.retiring, c.set_aside), 0)';

/** SQL for what follows from the times of the licence `n` now. */
export const IS_RUNNING = `(COALESCE(n.starts_at <= service_now(), true) AND COALESCE(n.ends_at > service_now(), true))`;
const ENDS_SOON = `n.ends_at - interval '${ENDING_DAYS} days'`;
/** It begins, ends soon, or ends. */
export const NEXT_TURN = `
  CASE WHEN n.starts_at > service_now() THEN n.starts_at WHEN ${ENDS_SOON} > service_now() THEN ${ENDS_SOON}
    WHEN n.ends_at > service_now() THEN n.ends_at END`;

/**
 * SQL for how many of the copies `c` of the library $1 that count as owned will not come back for another loan: the last loans of their licences run, or their licences have ended or
 * were deleted.
 */
export const SPENT_COPIES = `
  CASE WHEN c.licensed > 0 THEN (
    SELECT COALESCE(sum(n.on_loan), 0) FROM licence n
    WHERE n.website_id = $1 AND n.reserve_id = c.reserve_id AND n.collection_id = c.collection_id
      AND n.holdable AND (NOT n.is_counted OR n.lent >= n.loans)) + ${loansOfDeleted('$1', 'false')} ELSE 0 END`;

/** SQL for how many fewer of the copies `c` of the library $1 licences will give in so many days, by their times, than now. */
export function endingCopies(days: number): string {
  const then = `(SELECT service_now()) + interval '${days} days'`;
  return `
  CASE WHEN c.licensed > 0 THEN (
    SELECT GREATEST(COALESCE(sum(CASE WHEN n.is_counted THEN ${WHILE_RUNNING} ELSE -${WHILE_RUNNING} END), 0), 0)::int FROM licence n
    WHERE n.website_id = $1 AND n.reserve_id = c.reserve_id AND n.collection_id = c.collection_id AND n.holdable
      AND CASE WHEN n.is_counted THEN n.ends_at < ${then}
        ELSE n.starts_at > (SELECT service_now()) AND n.starts_at < ${then} AND COALESCE(n.ends_at >= ${then}, true) END) ELSE 0 END`;
}

/** SQL for a part of a WITH: the loans in `gone` count for their licences no more. */
export const RETURN_LICENCES = `
     unlicensed AS (
       UPDATE licence n SET on_loan = n.on_loan - back.number
       FROM (SELECT collection_id, licence_id, count(*)::int AS number FROM gone WHERE licence_id IS NOT NULL
             GROUP BY collection_id, licence_id) back
       WHERE n.website_id = $1 AND n.collection_id = back.collection_id AND n.licence_id = back.licence_id)`;
