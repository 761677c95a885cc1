import type { HoldInLine } from '../domain/holds/known-tickets.js';
import type { NewTicket, PlaceInLine } from '../domain/holds/line.js';
import { blockOf } from '../domain/holds/queue.js';
import { type Connection, type Statement, statement } from '../platform/database/statement.js';
import { SET_UPDATED_AT } from './updated-at.store.js';
import type { Queue } from './queue.store.js';

/** Two queues of a library, and the holds go from one to the other. */
export interface Move {
  readonly websiteId: number;
  /** The reserveId. */
  readonly from: string;
  readonly to: string;
}

/**
 * SQL for the holds `h` that move: all without a copy, except where the patron holds the other title already, has borrowed it, or may not use
 * any copy of it and so could not place a hold.
 */
const MOVES = `h.reserve_id = $2 AND h.collection_id IS NULL
  AND NOT EXISTS (SELECT FROM hold o WHERE o.website_id = $1 AND o.reserve_id = $3 AND o.patron_id = h.patron_id)
  AND NOT EXISTS (SELECT FROM checkout k WHERE k.website_id = $1 AND k.reserve_id = $3 AND k.patron_id = h.patron_id)
  AND EXISTS (SELECT FROM copies c JOIN category_collection cc USING (website_id, collection_id)
    WHERE c.website_id = $1 AND c.reserve_id = $3 AND cc.category = h.category AND NOT (c.withdrawn AND c.owned = 0))`;

/** SQL for the time by which a hold stands in line: later ones stand behind it. */
export const inLineSince = (h: string): string => `COALESCE(${h}.in_line_since, ${h}.placed_at)`;

/** SQL for the tickets in a queue of the library $1 that must keep their order: those of holds, and those to which moved ones go back. */
const KEPT_TICKETS = (reserveId: string): string => `
  SELECT h.ticket, ${inLineSince('h')} AS since FROM hold h WHERE h.website_id = $1 AND h.reserve_id = ${reserveId}
  UNION ALL
  SELECT h.placed_ticket, h.placed_at FROM hold h
  WHERE h.website_id = $1 AND h.reserve_id = ${reserveId} AND h.placed_ticket IS NOT NULL`;

/**
 * The holds that move, and all of the other title's own, in the order of their placements. Holds of the same queue keep their order, even if
 * a clock that was set back has dated them otherwise.
 */
export const findLine = statement<HoldInLine>(
  'moved-holds-line',
  `SELECT ticket, moves FROM (
     SELECT ticket, false AS moves, min(since) OVER (ORDER BY ticket DESC) AS since
     FROM (SELECT ticket, min(since) AS since FROM (${KEPT_TICKETS('$3')}) kept GROUP BY ticket) own
     UNION ALL
     SELECT h.ticket, true, max(${inLineSince('h')}) OVER (ORDER BY h.ticket) FROM hold h WHERE h.website_id = $1 AND ${MOVES}) line
   ORDER BY since, moves, ticket`,
).all(({ websiteId, from, to }: Move) => [websiteId, from, to]);

/**
 * The places of new holds in a queue: behind the last one that was not placed later. Only the end of the queue is read, from the first place
 * on, and without sorting, as patrons wait meanwhile. Each hold counts for the first date that is not before its own.
 */
const PLACES = statement<PlaceInLine>(
  'moved-holds-places',
  `WITH line AS (
     SELECT 1 + width_bucket(${inLineSince('h')} - interval '1 microsecond', $3::timestamptz[]) AS number, max(ticket) AS ticket
     FROM hold h WHERE website_id = $1 AND reserve_id = $2 AND ticket >= COALESCE((
       SELECT ticket FROM hold h WHERE website_id = $1 AND reserve_id = $2 AND ${inLineSince('h')} <= $4 ORDER BY ticket DESC LIMIT 1), 0)
     GROUP BY 1),
   placed AS (
     SELECT number, COALESCE(max(line.ticket) OVER (ORDER BY number), 0) AS behind
     FROM generate_series(1, cardinality($3)) AS number LEFT JOIN line USING (number))
   SELECT behind, (SELECT ticket FROM hold WHERE website_id = $1 AND reserve_id = $2 AND ticket > behind ORDER BY ticket LIMIT 1) AS before
   FROM placed ORDER BY number`,
);

/** @param dates of the placements, in order */
export function findPlaces(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  dates: readonly Date[],
): Promise<PlaceInLine[]> {
  return connection.run(PLACES, [websiteId, reserveId, dates, dates[0]]);
}

/** The tickets of a queue from this one on that keep their order. */
export const findTicketsFrom = statement<{ ticket: number }>(
  'moved-holds-tickets-from',
  `SELECT DISTINCT ticket FROM (${KEPT_TICKETS('$2')}) kept WHERE ticket >= $3 ORDER BY ticket`,
).column('ticket', ({ websiteId, reserveId }: Queue, first: number) => [websiteId, reserveId, first]);

/** Whether the queue has other holds than these from the first of them on, before this ticket. */
export const hasOthers = statement<{ others: boolean }>(
  'moved-holds-has-others',
  `SELECT EXISTS (SELECT FROM hold WHERE website_id = $1 AND reserve_id = $2 AND ticket >= $3 AND ticket < $4 AND ticket <> ALL ($5::int[])) AS others`,
).isTrue('others', ({ websiteId, reserveId }: Queue, tickets: readonly number[], before: number) => [
  ...[websiteId, reserveId, Math.min(...tickets), before, tickets],
]);

/**
 * Reserves these tickets of a locked queue.
 * @returns the one after them
 */
export const reserveTickets = statement<{ next: number }>(
  'moved-holds-reserve-tickets',
  `UPDATE title_queue SET next_ticket = next_ticket + $3::int WHERE website_id = $1 AND reserve_id = $2
   RETURNING next_ticket AS next`,
).oneValue('next', ({ websiteId, reserveId }: Queue, tickets: number) => [websiteId, reserveId, tickets]);

/** A hold with its new ticket. */
export interface PlacedHold {
  readonly newTicket: number;
  readonly patronId: number;
  readonly category: string;
}

/** SQL for the rows of the tickets $4 to $5 that $6 gives new ones: each is looked up. A join could compare all with all. */
const GIVEN_TICKET = `website_id = $1 AND reserve_id = $2 AND ticket BETWEEN $4 AND $5 AND $6::jsonb ? ticket::text`;
const NEW_TICKET = '($6::jsonb ->> ticket::text)::int';

/**
 * Moves holds to the other queue, or within one if both are the same. What patrons were told about waiting for the other title, or about the
 * loss of its copies, is cleared.
 */
const PLACE = statement<PlacedHold>(
  'moved-holds-place',
  `UPDATE hold h SET reserve_id = $3, ticket = ${NEW_TICKET},
     placed_ticket = CASE WHEN $2 = $3 THEN h.placed_ticket END,
     told_likely = CASE WHEN $2 = $3 THEN h.told_likely END,
     told_latest = CASE WHEN $2 = $3 THEN h.told_latest END,
     told_by_rules = CASE WHEN $2 = $3 THEN h.told_by_rules ELSE '{}' END,
     copies_lost_at = CASE WHEN $2 = $3 THEN h.copies_lost_at END,
     copies_loss_told = ($2 = $3 AND h.copies_loss_told),
     copies_loss_ends_at = CASE WHEN $2 = $3 THEN h.copies_loss_ends_at END
   WHERE ${GIVEN_TICKET} AND ($2 = $3 OR (${MOVES}))
   RETURNING h.patron_id AS "patronId", h.category, h.ticket AS "newTicket"`,
);

/** Sent notices stay with the hold: a bounce finds it, and its patron is reminded. */
const PLACE_SENT = statement(
  'moved-holds-place-sent',
  `UPDATE sent_notice SET reserve_id = $3, ticket = ${NEW_TICKET} WHERE ${GIVEN_TICKET}`,
);

/**
 * @param tickets in order, the old and the new ones
 * @returns the holds that have got new tickets, without those that have ended meanwhile or may no longer move
 */
export async function placeHolds(
  connection: Connection,
  move: Move,
  tickets: readonly NewTicket[],
): Promise<(PlacedHold & NewTicket)[]> {
  const former = new Map(tickets.map(({ ticket, newTicket }) => [newTicket, ticket]));
  const placed = (await runForTickets(connection, PLACE, move, tickets)).map((hold) => ({
    ...hold,
    ticket: former.get(hold.newTicket) ?? 0,
  }));
  await runForTickets(connection, PLACE_SENT, move, placed);
  return placed;
}

async function runForTickets<Row>(
  connection: Connection,
  toRun: Statement<Row>,
  { websiteId, from, to }: Move,
  tickets: readonly NewTicket[],
): Promise<Row[]> {
  if (tickets.length === 0) return [];
  const all = tickets.map(({ ticket }) => ticket);
  return connection.run(toRun, [
    websiteId,
    from,
    to,
    Math.min(...all),
    Math.max(...all),
    newTicketsOf(tickets),
  ]);
}

const FOLLOW = statement(
  'moved-holds-follow',
  `UPDATE hold SET placed_ticket = ($3::jsonb ->> placed_ticket::text)::int
   WHERE website_id = $1 AND reserve_id = $2 AND $3::jsonb ? placed_ticket::text`,
);

/** The ways back of holds that staff have moved lead to the new tickets. */
export async function followTickets(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  tickets: readonly NewTicket[],
): Promise<void> {
  await connection.run(FOLLOW, [websiteId, reserveId, newTicketsOf(tickets)]);
}

function newTicketsOf(tickets: readonly NewTicket[]): string {
  return JSON.stringify(Object.fromEntries(tickets.map(({ ticket, newTicket }) => [ticket, newTicket])));
}

/** The number of holds in each block, by its level and its number. */
const IN_BLOCK = `($3::jsonb ->> (level || ' ' || block))::int`;

const COUNT_LEFT: readonly Statement[] = [
  statement(
    'moved-holds-empty-blocks',
    `DELETE FROM queue_block WHERE website_id = $1 AND reserve_id = $2 AND live_holds = ${IN_BLOCK}`,
  ),
  statement(
    'moved-holds-lower-blocks',
    `UPDATE queue_block SET live_holds = live_holds - ${IN_BLOCK}
     WHERE website_id = $1 AND reserve_id = $2 AND ${IN_BLOCK} IS NOT NULL`,
  ),
];

const COUNT_ENTERED = statement(
  'moved-holds-raise-blocks',
  `INSERT INTO queue_block AS b (website_id, reserve_id, level, block, live_holds)
   SELECT $1::int, $2::uuid, split_part(key, ' ', 1)::int, split_part(key, ' ', 2)::int, value::int
   FROM jsonb_each_text($3::jsonb) ORDER BY 3, 4
   ON CONFLICT (website_id, reserve_id, level, block) DO UPDATE SET live_holds = b.live_holds + EXCLUDED.live_holds`,
);

/** Counts holds in the blocks of their new tickets, and no longer in those of the old ones. */
export async function countBlocks(
  connection: Connection,
  { websiteId, from, to }: Move,
  placed: readonly NewTicket[],
): Promise<void> {
  const left = inBlocks(placed.map(({ ticket }) => ticket));
  const entered = inBlocks(placed.map(({ newTicket }) => newTicket));
  for (const step of COUNT_LEFT) await connection.run(step, [websiteId, from, left]);
  await connection.run(COUNT_ENTERED, [websiteId, to, entered]);
}

function inBlocks(tickets: readonly number[]): string {
  const holds = new Map<string, number>();
  for (const level of [1, 2] as const)
    for (const ticket of tickets) {
      const block = `${level} ${blockOf(ticket, level)}`;
      holds.set(block, (holds.get(block) ?? 0) + 1);
    }
  return JSON.stringify(Object.fromEntries(holds));
}

/** SQL assignments for the row of a queue whose tickets have changed: its waits are no longer true, and a worker computes them again. */
export const NO_WAITS = 'waits_made_at = NULL, wait_categories = NULL';

export const forgetWaits = statement(
  'moved-holds-forget-waits',
  `UPDATE title_queue SET ${NO_WAITS} WHERE website_id = $1 AND reserve_id = $2`,
).execute(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

/** The number of these holds in each category. */
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

/** Counts holds of these categories in the queue that they have moved to, and no longer in the old one. */
export async function countMoved(
  connection: Connection,
  { websiteId, from, to }: Move,
  categories: readonly string[],
): Promise<void> {
  for (const step of COUNT_GONE) await connection.run(step, [websiteId, from, categories]);
  for (const step of COUNT_COME) await connection.run(step, [websiteId, to, categories]);
}

/** Call it after the counters have changed. */
export const markQueueUpdated = statement('moved-holds-mark-updated', SET_UPDATED_AT).execute(
  ({ websiteId, reserveId }: Queue) => [websiteId, reserveId],
);

export const countHolds = statement<{ holds: number }>(
  'moved-holds-left',
  'SELECT live_holds AS holds FROM title_queue WHERE website_id = $1 AND reserve_id = $2',
).value('holds', ({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);
