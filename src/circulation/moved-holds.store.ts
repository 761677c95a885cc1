import { BLOCK_BITS } from '../domain/holds/queue.js';
import { type Connection, type Statement, statement } from '../platform/database/statement.js';
import { STAMP } from './change-stamp.store.js';
import type { Queue } from './queue.store.js';

/** Two queues of a library, whose holds go from one to the other. */
export interface Move {
  readonly websiteId: number;
  /** By reserveId. */
  readonly from: string;
  readonly to: string;
}

const valuesOf = ({ websiteId, from, to }: Move): unknown[] => [websiteId, from, to];

/**
 * SQL for the holds `h` that move: all that have no copy, but for those whose patrons hold the other title already, have borrowed it, or may use
 * no copy of it and could therefore not place a hold on it.
 */
const MOVES = `h.reserve_id = $2
  AND NOT EXISTS (SELECT FROM hold o WHERE o.website_id = $1 AND o.reserve_id = $3 AND o.patron_id = h.patron_id)
  AND NOT EXISTS (SELECT FROM checkout k WHERE k.website_id = $1 AND k.reserve_id = $3 AND k.patron_id = h.patron_id)
  AND EXISTS (SELECT FROM copies c JOIN category_collection cc USING (website_id, collection_id)
    WHERE c.website_id = $1 AND c.reserve_id = $3 AND cc.category = h.category AND NOT (c.withdrawn AND c.owned = 0))`;

/** SQL for the holds `h` of both queues that get a new ticket. */
const GOES_IN_LINE = `h.website_id = $1 AND h.collection_id IS NULL AND (h.reserve_id = $3 OR (${MOVES}))`;

const doesAnyMove = statement<{ any: boolean }>(
  'moved-holds-any',
  `SELECT EXISTS (SELECT FROM hold h WHERE h.website_id = $1 AND h.collection_id IS NULL AND ${MOVES}) AS "any"`,
).isTrue('any', valuesOf);

const keptUnderTicket = (table: string): string => `
  DELETE FROM ${table} f USING hold h WHERE f.website_id = $1 AND f.reserve_id = ANY (ARRAY[$2, $3]::uuid[])
    AND f.reserve_id = h.reserve_id AND f.ticket = h.ticket AND ${GOES_IN_LINE}`;

/** What was kept under the old tickets says nothing of the new ones. */
const FORGET: readonly Statement[] = [
  statement('moved-holds-forget-failures', keptUnderTicket('notice_failure')),
  statement('moved-holds-forget-sent-notices', keptUnderTicket('sent_notice')),
];

/**
 * The queue's tickets begin behind all that it has issued, in the order of the placements. The waits that patrons were told of the other title
 * say nothing of this one, nor does a loss of its copies.
 */
const MOVE = statement<{ patronId: number; isMoved: boolean }>(
  'moved-holds-move',
  `WITH line AS (
       SELECT h.reserve_id, h.ticket, (q.next_ticket - 1 + row_number() OVER (
         ORDER BY h.placed_at, h.reserve_id <> $3, h.ticket))::int AS place
       FROM hold h JOIN title_queue q ON q.website_id = $1 AND q.reserve_id = $3
       WHERE ${GOES_IN_LINE})
   UPDATE hold h SET reserve_id = $3, ticket = line.place,
     told_likely = CASE WHEN h.reserve_id = $3 THEN h.told_likely END,
     told_latest = CASE WHEN h.reserve_id = $3 THEN h.told_latest END,
     told_by_rules = CASE WHEN h.reserve_id = $3 THEN h.told_by_rules ELSE '{}' END,
     copies_lost_at = CASE WHEN h.reserve_id = $3 THEN h.copies_lost_at END,
     copies_loss_told = (h.reserve_id = $3 AND h.copies_loss_told),
     copies_loss_ends_at = CASE WHEN h.reserve_id = $3 THEN h.copies_loss_ends_at END
   FROM line
   WHERE h.website_id = $1 AND h.reserve_id = line.reserve_id AND h.ticket = line.ticket
   RETURNING h.patron_id AS "patronId", line.reserve_id <> $3 AS "isMoved"`,
);

/** The counters of both queues, as their holds have them. */
const COUNT: readonly Statement[] = [
  statement(
    'moved-holds-delete-blocks',
    'DELETE FROM queue_block WHERE website_id = $1 AND reserve_id = ANY (ARRAY[$2, $3]::uuid[])',
  ),
  statement(
    'moved-holds-count-blocks',
    `INSERT INTO queue_block (website_id, reserve_id, level, block, live_holds)
     SELECT $1::int, h.reserve_id, level, h.ticket >> (${BLOCK_BITS} * level), count(*)
     FROM hold h CROSS JOIN (VALUES (1), (2)) AS levels (level)
     WHERE h.website_id = $1 AND h.reserve_id = ANY (ARRAY[$2, $3]::uuid[]) GROUP BY 2, 3, 4`,
  ),
  statement(
    'moved-holds-delete-categories',
    'DELETE FROM queue_category WHERE website_id = $1 AND reserve_id = ANY (ARRAY[$2, $3]::uuid[])',
  ),
  statement(
    'moved-holds-count-categories',
    `INSERT INTO queue_category (website_id, reserve_id, category, live_holds)
     SELECT $1::int, h.reserve_id, h.category, count(*) FROM hold h
     WHERE h.website_id = $1 AND h.reserve_id = ANY (ARRAY[$2, $3]::uuid[]) GROUP BY 2, 3`,
  ),
  statement(
    'moved-holds-count',
    `UPDATE title_queue q SET live_holds = counted.holds, next_ticket = GREATEST(q.next_ticket, counted.highest + 1)
     FROM (SELECT o.reserve_id, count(h.ticket)::int AS holds, COALESCE(max(h.ticket), 0) AS highest
           FROM title_queue o LEFT JOIN hold h ON h.website_id = $1 AND h.reserve_id = o.reserve_id
           WHERE o.website_id = $1 AND o.reserve_id = ANY (ARRAY[$2, $3]::uuid[]) GROUP BY o.reserve_id) counted
     WHERE q.website_id = $1 AND q.reserve_id = counted.reserve_id`,
  ),
];

/**
 * Moves the holds of one locked queue that wait or are suspended into another, also locked, where all stand in the order of their placements.
 * @returns the patrons whose holds were moved
 */
export async function moveHolds(connection: Connection, move: Move): Promise<readonly number[]> {
  if (!(await doesAnyMove(connection, move))) return [];
  const values = valuesOf(move);
  for (const step of FORGET) await connection.run(step, values);
  const inLine = await connection.run(MOVE, values);
  for (const step of COUNT) await connection.run(step, values);
  return inLine.filter(({ isMoved }) => isMoved).map(({ patronId }) => patronId);
}

/** Its counters must be those of after the move. */
export const stampQueue = statement('moved-holds-stamp', STAMP).execute(({ websiteId, reserveId }: Queue) => [
  websiteId,
  reserveId,
]);

/** How many live holds a queue has. */
export const countHolds = statement<{ holds: number }>(
  'moved-holds-left',
  'SELECT live_holds AS holds FROM title_queue WHERE website_id = $1 AND reserve_id = $2',
).value('holds', ({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);
