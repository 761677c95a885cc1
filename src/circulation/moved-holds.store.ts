import { BLOCK_BITS } from '../domain/holds/queue.js';
import { type Connection, type Statement, statement } from '../platform/database/statement.js';
import { SET_UPDATED_AT } from './updated-at.store.js';
import type { Queue } from './queue.store.js';

/** Two queues of a library, whose holds go from one to the other. */
export interface Move {
  readonly websiteId: number;
  /** By reserveId. */
  readonly from: string;
  readonly to: string;
}

/**
 * SQL for the holds `h` that move: all that have no copy, but for those whose patrons hold the other title already, have borrowed it, or may use
 * no copy of it and could therefore not place a hold on it.
 */
const MOVES = `h.reserve_id = $2 AND h.collection_id IS NULL
  AND NOT EXISTS (SELECT FROM hold o WHERE o.website_id = $1 AND o.reserve_id = $3 AND o.patron_id = h.patron_id)
  AND NOT EXISTS (SELECT FROM checkout k WHERE k.website_id = $1 AND k.reserve_id = $3 AND k.patron_id = h.patron_id)
  AND EXISTS (SELECT FROM copies c JOIN category_collection cc USING (website_id, collection_id)
    WHERE c.website_id = $1 AND c.reserve_id = $3 AND cc.category = h.category AND NOT (c.withdrawn AND c.owned = 0))`;

/** A hold that stands in the order of both queues together. */
export interface HoldInLine {
  readonly ticket: number;
  /** It moves. Otherwise it is one of the other title's own, and may have a copy. */
  readonly moves: boolean;
}

/** In the order of their placements: the holds that move, and all of the other title's own. */
export const findLine = statement<HoldInLine>(
  'moved-holds-line',
  `SELECT h.ticket, h.reserve_id <> $3 AS moves FROM hold h
   WHERE h.website_id = $1 AND (h.reserve_id = $3 OR (${MOVES}))
   ORDER BY h.placed_at, h.reserve_id <> $3, h.ticket`,
).all(({ websiteId, from, to }: Move) => [websiteId, from, to]);

/** In the order of their placements: all holds of a queue from the first on that does not stand where it belongs. */
export const findOutOfOrder = statement<{ ticket: number }>(
  'moved-holds-out-of-order',
  `WITH line AS (
     SELECT ticket, row_number() OVER (ORDER BY placed_at, ticket) AS place, row_number() OVER (ORDER BY ticket) AS stands
     FROM hold WHERE website_id = $1 AND reserve_id = $2)
   SELECT ticket FROM line WHERE place >= (SELECT min(place) FROM line WHERE place <> stands) ORDER BY place`,
).all(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

/** Nobody else is given these tickets of a locked queue. @returns the one after them */
export const reserveTickets = statement<{ next: number }>(
  'moved-holds-reserve-tickets',
  `UPDATE title_queue SET next_ticket = next_ticket + $3::int WHERE website_id = $1 AND reserve_id = $2
   RETURNING next_ticket AS next`,
).oneValue('next', ({ websiteId, reserveId }: Queue, tickets: number) => [websiteId, reserveId, tickets]);

/** A hold and the ticket that it gets. */
export interface NewTicket {
  readonly ticket: number;
  readonly newTicket: number;
}

/** A hold that has its new ticket. */
export interface PlacedHold extends NewTicket {
  readonly patronId: number;
  readonly category: string;
}

/**
 * From one queue to the other, or within it where both are the same. What was sent about a hold stays with it: a bounce leads to it, and its
 * patron is reminded. The waits that patrons were told of the other title say nothing of this one, nor does a loss of its copies.
 */
const PLACE = statement<PlacedHold>(
  'moved-holds-place',
  `WITH line AS MATERIALIZED (
       SELECT h.ticket, given.new_ticket FROM unnest($4::int[], $5::int[]) AS given (ticket, new_ticket)
       JOIN hold h ON h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = given.ticket
       WHERE $2 = $3 OR (${MOVES})),
     sent AS (
       UPDATE sent_notice s SET reserve_id = $3, ticket = line.new_ticket FROM line
       WHERE s.website_id = $1 AND s.reserve_id = $2 AND s.ticket = line.ticket)
   UPDATE hold h SET reserve_id = $3, ticket = line.new_ticket,
     told_likely = CASE WHEN $2 = $3 THEN h.told_likely END,
     told_latest = CASE WHEN $2 = $3 THEN h.told_latest END,
     told_by_rules = CASE WHEN $2 = $3 THEN h.told_by_rules ELSE '{}' END,
     copies_lost_at = CASE WHEN $2 = $3 THEN h.copies_lost_at END,
     copies_loss_told = ($2 = $3 AND h.copies_loss_told),
     copies_loss_ends_at = CASE WHEN $2 = $3 THEN h.copies_loss_ends_at END
   FROM line
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = line.ticket
   RETURNING h.patron_id AS "patronId", h.category, line.ticket, h.ticket AS "newTicket"`,
);

/** @returns those that have their new tickets: without holds that have ended since, or may move no more */
export function placeHolds(
  connection: Connection,
  { websiteId, from, to }: Move,
  tickets: readonly NewTicket[],
): Promise<PlacedHold[]> {
  return connection.run(PLACE, [
    websiteId,
    from,
    to,
    tickets.map(({ ticket }) => ticket),
    tickets.map(({ newTicket }) => newTicket),
  ]);
}

const BLOCKS = `
  SELECT DISTINCT level, ticket >> (${BLOCK_BITS} * level) AS block
  FROM unnest($3::int[]) AS ticket, (VALUES (1), (2)) AS levels (level)`;

const COUNT_BLOCKS: readonly Statement[] = [
  statement(
    'moved-holds-delete-blocks',
    `DELETE FROM queue_block b USING (${BLOCKS}) changed
     WHERE b.website_id = $1 AND b.reserve_id = $2 AND b.level = changed.level AND b.block = changed.block`,
  ),
  statement(
    'moved-holds-count-blocks',
    `INSERT INTO queue_block (website_id, reserve_id, level, block, live_holds)
     SELECT $1::int, $2::uuid, level, block, holds FROM (${BLOCKS}) changed
     CROSS JOIN LATERAL (
       SELECT count(*) AS holds FROM hold h WHERE h.website_id = $1 AND h.reserve_id = $2
         AND h.ticket BETWEEN block << (${BLOCK_BITS} * level) AND ((block + 1) << (${BLOCK_BITS} * level)) - 1) counted
     WHERE holds > 0`,
  ),
];

/** Counts the holds of a locked queue anew, in the blocks of these tickets: they have come or gone. */
export async function countBlocks(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  tickets: readonly number[],
): Promise<void> {
  for (const step of COUNT_BLOCKS) await connection.run(step, [websiteId, reserveId, tickets]);
}

/** SQL assignments for the row of a queue whose tickets are new: what was computed of them is true no more. A worker computes it again. */
export const NO_WAITS = 'waits_made_at = NULL, wait_categories = NULL';

export const forgetWaits = statement(
  'moved-holds-forget-waits',
  `UPDATE title_queue SET ${NO_WAITS} WHERE website_id = $1 AND reserve_id = $2`,
).execute(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

/** How many of these holds are in each category. */
const OF_CATEGORIES =
  'SELECT category, count(*)::int AS number FROM unnest($3::text[]) AS category GROUP BY category';

const COUNT_GONE: readonly Statement[] = [
  statement(
    'moved-holds-count-gone',
    `UPDATE title_queue SET live_holds = live_holds - cardinality($3::text[]) WHERE website_id = $1 AND reserve_id = $2`,
  ),
  statement(
    'moved-holds-count-gone-by-category',
    `UPDATE queue_category c SET live_holds = c.live_holds - gone.number FROM (${OF_CATEGORIES}) gone
     WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.category = gone.category`,
  ),
];

const COUNT_COME: readonly Statement[] = [
  statement(
    'moved-holds-count-come',
    `UPDATE title_queue SET live_holds = live_holds + cardinality($3::text[]) WHERE website_id = $1 AND reserve_id = $2`,
  ),
  statement(
    'moved-holds-count-come-by-category',
    `INSERT INTO queue_category AS c (website_id, reserve_id, category, live_holds)
     SELECT $1::int, $2::uuid, category, number FROM (${OF_CATEGORIES}) come
     ON CONFLICT (website_id, reserve_id, category) DO UPDATE SET live_holds = c.live_holds + EXCLUDED.live_holds`,
  ),
];

/** Counts holds of these categories in the queue that they have moved to, and no longer in the one before. */
export async function countMoved(
  connection: Connection,
  { websiteId, from, to }: Move,
  categories: readonly string[],
): Promise<void> {
  for (const step of COUNT_GONE) await connection.run(step, [websiteId, from, categories]);
  for (const step of COUNT_COME) await connection.run(step, [websiteId, to, categories]);
}

/** Its counters must be those of after the move. */
export const markQueueUpdated = statement('moved-holds-mark-updated', SET_UPDATED_AT).execute(
  ({ websiteId, reserveId }: Queue) => [websiteId, reserveId],
);

/** How many live holds a queue has. */
export const countHolds = statement<{ holds: number }>(
  'moved-holds-left',
  'SELECT live_holds AS holds FROM title_queue WHERE website_id = $1 AND reserve_id = $2',
).value('holds', ({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);
