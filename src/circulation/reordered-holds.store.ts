import type { PlaceInLine } from '../domain/holds/line.js';
import type { MoveReason } from '../domain/holds/hold-trace.js';
import { MAX_ID } from '../domain/numbers.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { IS_WAITING } from './hold-row.store.js';
import { holdEvent, traceWith } from './hold-trace.store.js';
import { inLineSince } from './moved-holds.store.js';
import { placeInQueue } from './place.store.js';
import type { Queue } from './queue.store.js';

/** Whose hold has this ticket: tickets change when room is made, patrons do not. */
export const findPatronAt = statement<{ patronId: number }>(
  'reorder-patron-at',
  'SELECT patron_id AS "patronId" FROM hold WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3',
).value('patronId', ({ websiteId, reserveId }: Queue, ticket: number) => [websiteId, reserveId, ticket]);

export interface HoldToMove {
  readonly ticket: number;
  readonly isReady: boolean;
  /** As text: a Date has no microseconds. */
  readonly placedAt: string;
  readonly inLineSince: string;
  /** Staff have put it there. */
  readonly isMoved: boolean;
  /** The ticket that it had until then; null: it was not moved, or comes from another title. */
  readonly placedTicket: number | null;
}

const COLUMNS = `h.ticket, h.collection_id IS NOT NULL AS "isReady", to_jsonb(h.placed_at) #>> '{}' AS "placedAt",
  to_jsonb(${inLineSince('h')}) #>> '{}' AS "inLineSince", h.in_line_since IS NOT NULL AS "isMoved", h.placed_ticket AS "placedTicket"`;

export const findHoldToMove = statement<HoldToMove>(
  'reorder-hold',
  `SELECT ${COLUMNS} FROM hold h WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.patron_id = $3`,
).first(({ websiteId, reserveId }: Queue, patronId: number) => [websiteId, reserveId, patronId]);

/** The first one that waits. */
export const findFirstInLine = statement<HoldToMove>(
  'reorder-first-in-line',
  `SELECT ${COLUMNS} FROM hold h WHERE h.website_id = $1 AND h.reserve_id = $2 AND ${IS_WAITING} ORDER BY h.ticket LIMIT 1`,
).first(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

/** SQL for the place of the hold $3 behind the last of the others of which this is true. */
const placeBehind = (others: string): string => `
  SELECT behind, (SELECT min(ticket) FROM hold WHERE website_id = $1 AND reserve_id = $2 AND ticket > behind AND ticket <> $3) AS before
  FROM (SELECT COALESCE((SELECT h.ticket FROM hold h WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket <> $3 AND ${others}
    ORDER BY h.ticket DESC LIMIT 1), 0) AS behind) found`;

/** The place of a hold behind all others with tickets up to this one. */
export const findPlaceBehind = statement<PlaceInLine>(
  'reorder-place-behind',
  placeBehind('h.ticket <= $4'),
).one(({ websiteId, reserveId }: Queue, ticket: number, last: number) => [
  websiteId,
  reserveId,
  ticket,
  last,
]);

/** The place of a hold in the order of placement. An import may give all holds one date: their tickets are their order. */
export const findPlaceOfPlacement = statement<PlaceInLine>(
  'reorder-place-of-placement',
  placeBehind(`(${inLineSince('h')}, h.ticket) <= ($4::timestamptz, $5::int)`),
).one(({ websiteId, reserveId }: Queue, { ticket, placedAt, placedTicket }: HoldToMove) => [
  ...[websiteId, reserveId, ticket, placedAt, placedTicket ?? MAX_ID],
]);

export interface TicketAndPlace {
  readonly ticket: number;
  /** 1: it is the first in line. */
  readonly place: number;
}

/** Of a hold of a locked queue. */
export const findPlace = statement<TicketAndPlace>(
  'reorder-place',
  `SELECT h.ticket, ${placeInQueue('$1')} AS place FROM hold h
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = $3`,
).one(({ websiteId, reserveId }: Queue, ticket: number) => [websiteId, reserveId, ticket]);

const STORE = (event: string): string => `
  UPDATE hold h SET in_line_since = $4::timestamptz, placed_ticket = $5::int, trace = ${traceWith(event)}
  WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = $3`;

const STORE_MOVE = statement('reorder-store-move', STORE(holdEvent('moved-in-line', { reason: '$6::text' })));
const STORE_BACK = statement('reorder-store-back', STORE(holdEvent('put-back')));

/** Where a hold stands instead of its placement, and the ticket that leads back there. */
export interface GivenPlace {
  readonly since: string;
  readonly placedTicket: number | null;
  readonly reason: MoveReason;
}

/**
 * Records where a hold stands now.
 * @param given undefined: at its placement
 */
export async function storeMove(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  ticket: number,
  given: GivenPlace | undefined,
): Promise<void> {
  const values = [websiteId, reserveId, ticket, given?.since ?? null, given?.placedTicket ?? null];
  if (given === undefined) await connection.run(STORE_BACK, values);
  else await connection.run(STORE_MOVE, [...values, given.reason]);
}
