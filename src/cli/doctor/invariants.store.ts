import { MAX_ALTERNATIVES } from '../../circulation/alternatives/alternatives.js';
import { COUNTED_HOLDS } from '../../circulation/alternatives/alternatives.store.js';
import { pickupEndOf } from '../../circulation/due/due.store.js';
import { ENDED_BY_TIME, HOLD_LIMIT, IS_WAITING } from '../../circulation/hold-row.store.js';
import {
  DELETED_LICENCE,
  IS_ANY_UNLIMITED,
  licensedTogether,
  luckyTogether,
} from '../../circulation/licences/licence-columns.store.js';
import { heldBack } from '../../circulation/pace/pace.store.js';
import { placeInQueue } from '../../circulation/place.store.js';
import { BLOCK_BITS } from '../../domain/holds/queue.js';
import { READY_NOTICE_JOBS } from '../../notifications/sending/ready-notice.store.js';
import { type Connection, type Statement, statement } from '../../platform/database/statement.js';

/** A rule that the committed data always satisfies, and the SQL that finds its violations. */
export interface Invariant {
  readonly description: string;
  /** Its rows have one column, `offender`: where the rule is broken. It has ids and counts, never an e-mail address. */
  readonly offenders: Statement<{ offender: string }>;
  /** Staff may break the rule intentionally: then it is worth a note, but no error. */
  readonly isNote?: true;
}

export function invariant(name: string, description: string, sql: string): Invariant {
  return { description, offenders: statement(`invariant-${name}`, sql) };
}

/** A pickup that is over does not hold alternatives back, whether or not that was recorded. */
const IS_READY = `${pickupEndOf('h')} > service_now()`;

const note = (...rule: Parameters<typeof invariant>): Invariant => ({ ...invariant(...rule), isNote: true });

export const INVARIANTS: readonly Invariant[] = [
  invariant(
    'one-hold',
    'a patron has at most one live hold on a title',
    `SELECT format('library %s, title %s: %s holds of one patron', website_id, reserve_id, count(*)) AS offender
     FROM hold GROUP BY website_id, patron_id, reserve_id HAVING count(*) > 1`,
  ),
  // A lower limit, another category, a merge of two cards, and holds of another system leave patrons above it.
  note(
    'hold-limit',
    'a patron has no more live holds than the limit allows',
    `SELECT format('library %s, patron %s: %s holds, limit %s', website_id, patron_id, holds, hold_limit) AS offender
     FROM (SELECT p.website_id, p.patron_id, ${HOLD_LIMIT} AS hold_limit,
             (SELECT ${COUNTED_HOLDS} FROM hold h WHERE h.website_id = p.website_id AND h.patron_id = p.patron_id
                AND NOT ${ENDED_BY_TIME}) AS holds
           FROM patron p JOIN patron_category pc USING (website_id, category) JOIN library l USING (website_id)) limits
     WHERE holds > hold_limit`,
  ),
  invariant(
    'places',
    'the place shown for a hold is its rank by ticket, and not greater than the length of the queue',
    `SELECT format('library %s, title %s, ticket %s: shown place %s of %s, rank %s',
              website_id, reserve_id, ticket, place, live_holds, rank) AS offender
     FROM (SELECT h.website_id, h.reserve_id, h.ticket, h.collection_id, q.live_holds, ${placeInQueue('h.website_id')} AS place,
             row_number() OVER (PARTITION BY h.website_id, h.reserve_id ORDER BY h.ticket) AS rank
           FROM hold h JOIN title_queue q USING (website_id, reserve_id)) places
     WHERE collection_id IS NULL AND (place <> rank OR place > live_holds)`,
  ),
  invariant(
    'copies',
    'the copies set aside and on loan are those of the ready holds and checkouts, and no more than are owned',
    `SELECT format('library %s, title %s, collection %s: owned %s, on loan %s of %s, set aside %s of %s, retiring %s',
              website_id, reserve_id, collection_id, owned, on_loan, loans, set_aside, ready, retiring) AS offender
     FROM (SELECT c.*,
             (SELECT count(*) FROM hold h WHERE h.website_id = c.website_id AND h.reserve_id = c.reserve_id
                AND h.collection_id = c.collection_id) AS ready,
             (SELECT count(*) FROM checkout l WHERE l.website_id = c.website_id AND l.reserve_id = c.reserve_id
                AND l.collection_id = c.collection_id AND NOT l.is_lucky) AS loans
           FROM copies c) counted
     WHERE set_aside <> ready OR on_loan <> loans OR retiring <> GREATEST(on_loan + set_aside - owned, 0)`,
  ),
  invariant(
    'licences',
    'a licence counts its loans, and the copies owned are counted with those that licences give',
    `SELECT format('library %s, title %s, collection %s: licences give %s, counted %s of %s owned; loans of them %s, counted %s',
              website_id, reserve_id, collection_id, given, licensed, owned, loans, on_loan_of_licences) AS offender
     FROM (SELECT c.*, n.given, n.is_without_limit, n.on_loan AS on_loan_of_licences,
             (SELECT count(*) FROM checkout l WHERE l.website_id = c.website_id AND l.reserve_id = c.reserve_id
                AND l.collection_id = c.collection_id AND l.licence_id <> '${DELETED_LICENCE}') AS loans
           FROM copies c CROSS JOIN LATERAL (
             SELECT ${licensedTogether('c.website_id')} AS given, ${IS_ANY_UNLIMITED} AS is_without_limit, COALESCE(sum(n.on_loan), 0) AS on_loan
             FROM licence n WHERE n.website_id = c.website_id AND n.reserve_id = c.reserve_id AND n.collection_id = c.collection_id) n) counted
     WHERE licensed <> given OR is_unlimited <> is_without_limit OR owned < licensed OR loans <> on_loan_of_licences`,
  ),
  invariant(
    'lucky-day',
    'Lucky Day copies are counted with their loans and licences, and copies of no licence are all for holds or all Lucky Day copies',
    `SELECT format('library %s, title %s, collection %s: licences give %s Lucky Day copies, counted %s of %s owned; on loan %s of %s',
              website_id, reserve_id, collection_id, given, lucky_licensed, lucky_owned, lucky_on_loan, loans) AS offender
     FROM (SELECT c.*,
             (SELECT ${luckyTogether('c.website_id')} FROM licence n WHERE n.website_id = c.website_id AND n.reserve_id = c.reserve_id
                AND n.collection_id = c.collection_id) AS given,
             (SELECT count(*) FROM checkout l WHERE l.website_id = c.website_id AND l.reserve_id = c.reserve_id
                AND l.collection_id = c.collection_id AND l.is_lucky) AS loans,
             (SELECT count(*) FROM checkout l JOIN licence n USING (website_id, collection_id, licence_id)
              WHERE l.website_id = c.website_id AND l.reserve_id = c.reserve_id
                AND l.collection_id = c.collection_id AND l.is_lucky = n.holdable) AS astray
           FROM copies c) counted
     WHERE lucky_licensed <> given OR lucky_on_loan <> loans OR astray > 0
       OR CASE WHEN holdable THEN lucky_owned <> lucky_licensed ELSE owned <> licensed END`,
  ),
  invariant(
    'ready',
    'a ready hold is not suspended, and has an expiry and a copy',
    `SELECT format('library %s, title %s, ticket %s', h.website_id, h.reserve_id, h.ticket) AS offender
     FROM hold h LEFT JOIN copies c USING (website_id, reserve_id, collection_id)
     WHERE (h.collection_id IS NOT NULL OR h.expires_at IS NOT NULL)
       AND (h.suspension_type IS NOT NULL OR h.suspended_until IS NOT NULL OR h.expires_at IS NULL OR c.owned IS NULL)`,
  ),
  invariant(
    'announced-end',
    'a hold ends with its suspension only if it has no other end, and if it is known since when it is suspended',
    `SELECT format('library %s, title %s, ticket %s', website_id, reserve_id, ticket) AS offender
     FROM hold WHERE suspension_ends_at IS NOT NULL
       AND (suspension_type IS DISTINCT FROM 'indefinite' OR suspended_since IS NULL)`,
  ),
  invariant(
    'idle-copy',
    'no copy is free while a hold that can use it is waiting',
    `SELECT format('library %s, title %s, collection %s: a copy is free while ticket %s waits',
              c.website_id, c.reserve_id, c.collection_id, min(h.ticket)) AS offender
     FROM copies c JOIN category_collection cc USING (website_id, collection_id)
     JOIN hold h ON h.website_id = c.website_id AND h.reserve_id = c.reserve_id AND h.category = cc.category
     WHERE c.owned > c.on_loan + c.set_aside AND ${IS_WAITING} AND NOT ${heldBack('h.website_id')}
     GROUP BY c.website_id, c.reserve_id, c.collection_id`,
  ),
  // A hold whose alternatives have all ended keeps the number that they had. What time has ended makes room for another one.
  invariant(
    'alternatives',
    `alternatives are at most ${MAX_ALTERNATIVES} holds of one patron, who has a row to lock, and at most one is ready`,
    `SELECT format('library %s, alternatives %s: %s holds of %s patrons, %s ready', h.website_id, h.alternatives_id, count(*),
              count(DISTINCT h.patron_id), count(*) FILTER (WHERE ${IS_READY})) AS offender
     FROM hold h JOIN library l USING (website_id) LEFT JOIN pace k USING (website_id, patron_id)
     WHERE h.alternatives_id IS NOT NULL GROUP BY h.website_id, h.alternatives_id
     HAVING count(*) FILTER (WHERE NOT ${ENDED_BY_TIME}) > ${MAX_ALTERNATIVES} OR count(DISTINCT h.patron_id) > 1 OR count(*) <> count(k.patron_id)
       OR count(*) FILTER (WHERE ${IS_READY}) > 1`,
  ),
  // The hold's category decides which copies it can use, so it must follow the patron's.
  invariant(
    'category',
    "a hold has its patron's category",
    `SELECT format('library %s, title %s, ticket %s', h.website_id, h.reserve_id, h.ticket) AS offender
     FROM hold h JOIN patron p USING (website_id, patron_id) WHERE h.category <> p.category`,
  ),
  invariant(
    'queue-length',
    'a queue counts its live holds, and has issued every ticket',
    `SELECT format('library %s, title %s: counts %s of %s holds, next ticket %s, highest %s',
              website_id, reserve_id, live_holds, holds, next_ticket, highest) AS offender
     FROM (SELECT q.*, count(h.ticket) AS holds, max(h.ticket) AS highest
           FROM title_queue q LEFT JOIN hold h USING (website_id, reserve_id)
           GROUP BY q.website_id, q.reserve_id) counted
     WHERE live_holds <> holds OR highest >= next_ticket`,
  ),
  invariant(
    'blocks',
    'every block of tickets counts its live holds',
    `SELECT format('library %s, title %s, level %s, block %s: counts %s of %s holds',
              website_id, reserve_id, level, block, COALESCE(b.live_holds, 0), COALESCE(counted.holds, 0)) AS offender
     FROM queue_block b
     FULL JOIN (SELECT h.website_id, h.reserve_id, level, h.ticket >> (${BLOCK_BITS} * level) AS block, count(*) AS holds
                FROM hold h CROSS JOIN (VALUES (1), (2)) AS levels (level)
                GROUP BY h.website_id, h.reserve_id, level, block) counted
       USING (website_id, reserve_id, level, block)
     WHERE b.live_holds IS DISTINCT FROM counted.holds`,
  ),
  invariant(
    'categories',
    'a queue counts its live holds by category',
    `SELECT format('library %s, title %s, category %s: counts %s of %s holds',
              website_id, reserve_id, category, COALESCE(q.live_holds, 0), COALESCE(counted.holds, 0)) AS offender
     FROM queue_category q
     FULL JOIN (SELECT website_id, reserve_id, category, count(*) AS holds FROM hold
                GROUP BY website_id, reserve_id, category) counted
       USING (website_id, reserve_id, category)
     WHERE COALESCE(q.live_holds, 0) <> COALESCE(counted.holds, 0)`,
  ),
  invariant(
    'hand-overs',
    'only tickets that a queue has issued were given copies',
    `SELECT format('library %s, title %s: ticket %s, next ticket %s', o.website_id, o.reserve_id, o.ticket, q.next_ticket)
       AS offender
     FROM queue_hand_over o JOIN title_queue q USING (website_id, reserve_id) WHERE o.ticket >= q.next_ticket`,
  ),
  invariant(
    'trace',
    'the trace of a hold is a list of events',
    `SELECT format('library %s, title %s, ticket %s', website_id, reserve_id, ticket) AS offender FROM hold
     WHERE jsonb_typeof(trace) <> 'array'
       OR jsonb_path_exists(trace, '$[*] ? (!(@.event == "unrecorded") && !(exists(@.event) && exists(@.recordedAt)))')`,
  ),
  // A pickup that is over no longer needs a notice; a timer or the next command ends it.
  invariant(
    'notice',
    'the notice of a ready hold with an address was sent, is under way, or is listed as unsent',
    `SELECT format('library %s, title %s, ticket %s', website_id, reserve_id, ticket) AS offender
     FROM (SELECT website_id, reserve_id, ticket, expires_at FROM hold
           WHERE collection_id IS NOT NULL AND email_address IS NOT NULL AND expires_at > service_now()
             AND notice_sent_for IS DISTINCT FROM expires_at
           EXCEPT SELECT website_id, reserve_id, ticket, expires_at FROM notice_failure
           EXCEPT SELECT website_id, reserve_id, ticket, expires_at FROM notice_outbox WHERE occasion = 'ready'
           EXCEPT SELECT website_id, reserve_id, ticket, expires_at FROM (${READY_NOTICE_JOBS}) unsent) lost`,
  ),
];

/** The violations, one line each: the invariant, and where it is broken. */
export async function findBroken(
  connection: Connection,
  invariants: readonly Invariant[] = INVARIANTS,
): Promise<string[]> {
  const broken: string[] = [];
  for (const { description, offenders } of invariants) {
    const rows = await connection.run(offenders);
    broken.push(...rows.map(({ offender }) => `${description}: ${offender}`));
  }
  return broken;
}

/** Makes a transaction read a single snapshot and write nothing. */
export const ONE_SNAPSHOT = statement(
  'invariants-one-snapshot',
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
);
