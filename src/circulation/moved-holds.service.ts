import { Injectable } from '@nestjs/common';
import { refusal } from '../domain/errors.js';
import {
  firstWithoutRoom,
  type NewTicket,
  type PlaceInLine,
  ticketsBetween,
  ticketsNeeded,
  withRoom as ticketsWithRoom,
} from '../domain/holds/line.js';
import { KnownTickets } from '../domain/holds/known-tickets.js';
import { writePatronEvents, writeTitlesChanged } from '../events/outbox.store.js';
import { putNotices, takeNotices } from '../notifications/sending/moved-notices.store.js';
import { chunksOf } from '../platform/chunks.js';
import { Database } from '../platform/database/database.js';
import { DatabaseUnavailable } from '../platform/database/failures.js';
import type { Connection } from '../platform/database/statement.js';
import { lockQueues } from './locks.store.js';
import * as store from './moved-holds.store.js';
import { type Queue, QueueService } from './queue.service.js';

/** How many holds were moved to the other title, and how many were left. */
export interface MoveResult {
  readonly moved: number;
  /** Those that are ready, and those of patrons who hold the other title already, have borrowed it, or may use no copy of it. */
  readonly left: number;
}

/** There are too few tickets between two holds of these queues. */
export class NoRoom extends Error {
  constructor(readonly queues: readonly Queue[]) {
    super('There is no room for a hold between two others: MovedHolds makes it.');
    this.name = 'NoRoom';
  }
}

/** Each attempt waits until all holds of a queue are moved. */
const MAX_ATTEMPTS = 5;

/**
 * Others may take the room that was made.
 * @param work throws `NoRoom` where there is none
 * @throws DatabaseUnavailable after too many attempts
 */
export async function withRoom<Result>(
  work: () => Promise<Result>,
  makeRoom: (queue: Queue) => Promise<unknown>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new DatabaseUnavailable(error);
      for (const queue of error.queues) await makeRoom(queue);
    }
}

/** A queue may have a hundred thousand holds. In steps of this size, no request waits for long. */
const HOLDS_AT_ONCE = 2_000;

@Injectable()
export class MovedHolds {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {}

  /**
   * Moves the holds on one title to another. All then stand in the order of their placements, and free copies go to the first in line. Each
   * step has its own transaction. If one fails, the same move goes on with what is left. If meanwhile staff put a hold elsewhere in one of the lines, it is planned anew.
   * @throws Refusal `NotFound` when the library no longer has one of the titles
   */
  async move(move: store.Move): Promise<MoveResult> {
    const { websiteId, from } = move;
    let moved = 0;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const plan = await this.inBoth(move, (connection) => this.plan(connection, move));
      if (plan.moving.length === 0) break;
      moved += await this.carryOut(move, plan);
    }
    const left = await store.countHolds(this.database, { websiteId, reserveId: from });
    return { moved, left: left ?? 0 };
  }

  /** @returns how many holds it has moved: fewer than planned if another change of the lines was in between */
  private async carryOut(move: store.Move, { own, moving }: Plan): Promise<number> {
    const to = { websiteId: move.websiteId, reserveId: move.to };
    const known = new KnownTickets(own, moving);
    const step = (work: (connection: Connection) => Promise<number>): Promise<number | undefined> =>
      this.inBoth(move, async (connection) =>
        known.areIn(await store.findLine(connection, move)) ? work(connection) : undefined,
      );
    for (const some of chunksOf(own, HOLDS_AT_ONCE)) {
      if ((await step((connection) => this.toEnd(connection, to, some))) === undefined) return 0;
      known.renumbered(some);
    }
    let moved = 0;
    for (const some of chunksOf(moving, HOLDS_AT_ONCE)) {
      const placed = await step(async (connection) => {
        const number = await this.place(connection, move, some);
        await this.queues.assignCopies(connection, to);
        return number;
      });
      if (placed === undefined) return moved;
      moved += placed;
      known.moved(some);
    }
    return moved;
  }

  /**
   * Tickets for new holds of a locked queue that were placed elsewhere: they go before those that were placed later.
   * @param dates of their placements, in order
   * @returns undefined when there are too few tickets between two holds, which `makeRoom` mends
   */
  async ticketsInLine(
    connection: Connection,
    queue: Queue,
    dates: readonly Date[],
    nextTicket: number,
  ): Promise<number[] | undefined> {
    return ticketsBetween(await store.findPlaces(connection, queue, dates), nextTicket);
  }

  /** Makes room for holds of these dates, which are in order. */
  makeRoom(queue: Queue, dates: readonly Date[]): Promise<void> {
    return this.makeRoomAt(queue, (connection) => store.findPlaces(connection, queue, dates));
  }

  /**
   * Gives new tickets to the holds that others must precede, the last one first, so that the order is right at any time. Each step has its
   * own transaction.
   * @param findPlaces in the order of the line
   */
  async makeRoomAt(
    queue: Queue,
    findPlaces: (connection: Connection) => Promise<readonly PlaceInLine[]>,
  ): Promise<void> {
    const { websiteId, reserveId } = queue;
    const within = { websiteId, from: reserveId, to: reserveId };
    const { tickets, next } = await this.inBoth(within, async (connection) => {
      const places = await findPlaces(connection);
      const first = firstWithoutRoom(places);
      if (first === undefined) return { tickets: [], next: 0 };
      const end = await store.findTicketsFrom(connection, queue, first);
      const needed = ticketsNeeded(places, end);
      const next = await store.reserveTickets(connection, queue, needed);
      return { tickets: ticketsWithRoom(places, end, next - needed), next };
    });
    let before = next;
    for (const some of chunksOf(tickets.reverse(), HOLDS_AT_ONCE)) {
      const isPlaced = await this.inBoth(within, async (connection) => {
        // Who came in between meanwhile would be passed: whoever needs the room makes it anew.
        const tickets = some.map(({ ticket }) => ticket);
        if (await store.hasOthers(connection, queue, tickets, before)) return false;
        await this.toEnd(connection, queue, some);
        return true;
      });
      if (!isPlaced) return;
      before = Math.min(...some.map(({ newTicket }) => newTicket));
    }
  }

  /** Gives a hold of a locked queue another ticket. */
  async renumber(connection: Connection, { websiteId, reserveId }: Queue, hold: NewTicket): Promise<void> {
    await this.place(connection, { websiteId, from: reserveId, to: reserveId }, [hold]);
  }

  /** Gives neighbours in a locked queue tickets at its end, after all behind them. */
  private async toEnd(connection: Connection, queue: Queue, tickets: readonly NewTicket[]): Promise<number> {
    const { websiteId, reserveId } = queue;
    const placed = await this.place(connection, { websiteId, from: reserveId, to: reserveId }, tickets);
    await store.followTickets(connection, queue, tickets);
    return placed;
  }

  private inBoth<Result>(
    { websiteId, from, to }: store.Move,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    const both = queuesOf(websiteId, from, to);
    return this.database.transaction(async (connection) => {
      if ((await lockQueues(connection, both)) < both.length) throw refusal('NotFound');
      for (const queue of both) await this.queues.applyDue(connection, queue);
      return work(connection);
    });
  }

  /**
   * The holds of the other title that precede all moved ones keep their tickets. All others get new ones at the end of the queue: first the
   * last of its own, and first the first of the moved ones. So all that are in one queue are in order at any time.
   */
  private async plan(connection: Connection, move: store.Move): Promise<Plan> {
    const line = await store.findLine(connection, move);
    const first = line.findIndex(({ moves }) => moves);
    if (first === -1) return { own: [], moving: [] };
    const queue = { websiteId: move.websiteId, reserveId: move.to };
    const placed = await withNewTickets(connection, queue, line.slice(first));
    return {
      own: placed.filter(({ moves }) => !moves).reverse(),
      moving: placed.filter(({ moves }) => moves),
    };
  }

  /** @returns how many of these holds have got their new tickets */
  private async place(
    connection: Connection,
    move: store.Move,
    tickets: readonly NewTicket[],
  ): Promise<number> {
    const { websiteId, from, to } = move;
    const former = { websiteId, reserveId: from };
    const notices = await takeNotices(
      connection,
      former,
      tickets.map(({ ticket }) => ticket),
    );
    const placed = await store.placeHolds(connection, move, tickets);
    const newTickets = new Map(placed.map(({ ticket, newTicket }) => [ticket, newTicket]));
    await putNotices(connection, websiteId, notices, (ticket) => {
      const newTicket = newTickets.get(ticket);
      return newTicket === undefined ? { reserveId: from, ticket } : { reserveId: to, ticket: newTicket };
    });
    if (placed.length > 0) await this.noteChange(connection, move, placed);
    return placed.length;
  }

  private async noteChange(
    connection: Connection,
    move: store.Move,
    placed: readonly (store.PlacedHold & NewTicket)[],
  ): Promise<void> {
    const { websiteId, from, to } = move;
    const queues = queuesOf(websiteId, from, to);
    await store.countBlocks(connection, move, placed);
    for (const queue of queues) await store.forgetWaits(connection, queue);
    if (from === to) return;
    await store.countMoved(
      connection,
      move,
      placed.map(({ category }) => category),
    );
    for (const queue of queues) await store.markQueueUpdated(connection, queue);
    await writeTitlesChanged(connection, websiteId, queues);
    const patronIds = placed.map(({ patronId }) => patronId);
    await writePatronEvents(connection, 'hold.placed', websiteId, patronIds);
  }
}

function queuesOf(websiteId: number, ...reserveIds: readonly string[]): Queue[] {
  return [...new Set(reserveIds)].map((reserveId) => ({ websiteId, reserveId }));
}

interface Plan {
  readonly own: readonly NewTicket[];
  readonly moving: readonly NewTicket[];
}

/** Gives each hold a new ticket at the end of the queue. */
async function withNewTickets<Hold extends { readonly ticket: number }>(
  connection: Connection,
  queue: Queue,
  holds: readonly Hold[],
): Promise<(Hold & NewTicket)[]> {
  const next = await store.reserveTickets(connection, queue, holds.length);
  return holds.map((hold, place) => ({ ...hold, newTicket: next - holds.length + place }));
}
