import { Injectable } from '@nestjs/common';
import { Refusal, refusal } from '../domain/errors.js';
import type { MoveReason } from '../domain/holds/hold-trace.js';
import type { PlaceInLine } from '../domain/holds/line.js';
import { writeTitleChanged } from '../events/outbox.store.js';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { lockQueue } from './queue.store.js';
import { MovedHolds, NoRoom, withRoom } from './moved-holds.service.js';
import { markQueueUpdated, reserveTickets } from './moved-holds.store.js';
import { changeQueue, type QueueTransaction } from './queue-transaction.js';
import { type Queue, QueueService } from './queue.service.js';
import * as store from './reordered-holds.store.js';

export const SIDES = ['before', 'after'] as const;

/** A hold is put beside another one. */
export interface NewPlace {
  readonly side: (typeof SIDES)[number];
  /** The ticket of the other one; undefined: the first that waits. */
  readonly other: number | undefined;
  readonly reason: MoveReason;
}

/** Where a hold goes. */
interface Target {
  readonly place: PlaceInLine;
  /** Undefined: to its placement. */
  readonly given?: store.GivenPlace;
}

/** Holds that go to the same place later find room there. */
const ROOM_FOR = 64;

type FindTarget = (connection: Connection, hold: store.HoldToMove) => Promise<Target | undefined>;

/** Staff may put a hold before or after another. All others keep their order, and no hold that is ready loses its copy. */
@Injectable()
export class ReorderedHolds {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
    private readonly moved: MovedHolds,
  ) {}

  /**
   * Puts the hold with this ticket beside another one: from then on it stands in line as if it had been placed at the same time.
   * @param note records the change in its transaction, unless the hold stands there already
   * @throws Refusal `NotFound`, also where the other hold has ended; `HoldReadyForCheckout`
   */
  async move(
    queue: Queue,
    ticket: number,
    { side, other, reason }: NewPlace,
    note: (connection: Connection) => Promise<void>,
  ): Promise<store.TicketAndPlace> {
    const findOther =
      other === undefined
        ? (connection: Connection) => store.findFirstInLine(connection, queue)
        : this.holdAt(queue, other);
    return this.put(queue, ticket, note, async (connection, hold) => {
      const neighbour = await findOther(connection);
      if (neighbour === undefined || neighbour.ticket === hold.ticket) return undefined;
      const last = side === 'before' ? neighbour.ticket - 1 : neighbour.ticket;
      const place = await store.findPlaceBehind(connection, queue, hold.ticket, last);
      if (isAt(hold.ticket, place)) return undefined;
      const placedTicket = hold.isMoved ? hold.placedTicket : hold.ticket;
      return { place, given: { since: neighbour.inLineSince, placedTicket, reason } };
    });
  }

  /** Puts a hold that was moved back where it was, among those placed before and after it. Otherwise as `move`. */
  putBack(
    queue: Queue,
    ticket: number,
    note: (connection: Connection) => Promise<void>,
  ): Promise<store.TicketAndPlace> {
    return this.put(queue, ticket, note, async (connection, hold) =>
      hold.isMoved ? { place: await store.findPlaceOfPlacement(connection, queue, hold) } : undefined,
    );
  }

  /**
   * Finds the hold that has the ticket when it is first looked for, under the queue's lock, also when it has another one later: room may be
   * made for it.
   * @throws Refusal `NotFound`, with words for those who have an older view of the queue
   */
  private holdAt(queue: Queue, ticket: number): (connection: Connection) => Promise<store.HoldToMove> {
    let patronId: number | undefined;
    return async (connection) => {
      patronId ??= await store.findPatronAt(connection, queue, ticket);
      const hold = patronId && (await store.findHoldToMove(connection, queue, patronId));
      if (!hold)
        throw new Refusal(
          'NotFound',
          'The queue has changed meanwhile. Look at it as it is now, and choose again.',
        );
      return hold;
    };
  }

  private put(
    queue: Queue,
    ticket: number,
    note: (connection: Connection) => Promise<void>,
    findTarget: FindTarget,
  ): Promise<store.TicketAndPlace> {
    const findHold = this.holdAt(queue, ticket);
    return withRoom(
      () =>
        changeQueue(this.database, async (transaction) => {
          await this.lock(transaction, queue);
          const hold = await findHold(transaction);
          if (hold.isReady) throw refusal('HoldReadyForCheckout');
          const target = await findTarget(transaction, hold);
          if (target === undefined) return store.findPlace(transaction, queue, hold.ticket);
          const newTicket = await this.place(transaction, queue, hold, target);
          await note(transaction);
          return store.findPlace(transaction, queue, newTicket);
        }),
      () =>
        this.moved.makeRoomAt(queue, async (connection) => {
          const target = await findTarget(connection, await findHold(connection));
          return target === undefined ? [] : Array.from({ length: ROOM_FOR }, () => target.place);
        }),
    );
  }

  private async lock(transaction: QueueTransaction, queue: Queue): Promise<void> {
    if (!(await lockQueue(transaction, queue))) throw refusal('NotFound');
    await this.queues.applyIfDue(transaction, queue);
  }

  /** @throws NoRoom */
  private async place(
    connection: Connection,
    queue: Queue,
    hold: store.HoldToMove,
    { place, given }: Target,
  ): Promise<number> {
    const own = given === undefined ? [hold.ticket, hold.placedTicket] : [hold.ticket];
    const newTicket =
      own.find((ticket): ticket is number => ticket !== null && isAt(ticket, place)) ??
      (await this.ticketAt(connection, queue, place));
    if (newTicket !== hold.ticket)
      await this.moved.renumber(connection, queue, { ticket: hold.ticket, newTicket });
    await store.storeMove(connection, queue, newTicket, given);
    await markQueueUpdated(connection, queue);
    await writeTitleChanged(connection, queue);
    return newTicket;
  }

  private async ticketAt(connection: Connection, queue: Queue, place: PlaceInLine): Promise<number> {
    if (place.before === null) return (await reserveTickets(connection, queue, 1)) - 1;
    if (place.before - place.behind < 2) throw new NoRoom([queue]);
    return Math.floor((place.behind + place.before) / 2);
  }
}

function isAt(ticket: number, { behind, before }: PlaceInLine): boolean {
  return behind < ticket && (before === null || ticket < before);
}
