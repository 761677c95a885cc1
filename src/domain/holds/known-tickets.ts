import type { NewTicket } from './line.js';

/** A ticket in the common order of both queues. */
export interface HoldInLine {
  readonly ticket: number;
  /** False: it is of the other title. Its hold may have a copy, or go back there later. */
  readonly moves: boolean;
}

/** The tickets of two queues on which a plan rests that moves the holds of one into the other, as they are after each of its steps. */
export class KnownTickets {
  private readonly own: Set<number>;
  private readonly moving: Set<number>;

  constructor(...lists: [own: readonly NewTicket[], moving: readonly NewTicket[]]) {
    [this.own, this.moving] = lists.map((list) => new Set(list.map(({ ticket }) => ticket))) as [
      Set<number>,
      Set<number>,
    ];
  }

  renumbered(own: readonly NewTicket[]): void {
    for (const { ticket } of own) this.own.delete(ticket);
    for (const { newTicket } of own) this.own.add(newTicket);
  }

  moved(moving: readonly NewTicket[]): void {
    for (const { ticket, newTicket } of moving) {
      this.moving.delete(ticket);
      this.own.add(newTicket);
    }
  }

  /**
   * Whether no other has come in between, in the common order of both lines. New holds come behind; those that have ended leave the order as it is; own ones that precede
   * all of the plan stay where they are.
   */
  areIn(line: readonly HoldInLine[]): boolean {
    const isKnown = ({ ticket, moves }: HoldInLine): boolean => (moves ? this.moving : this.own).has(ticket);
    const first = line.findIndex(isKnown);
    const last = line.findLastIndex(isKnown);
    return line.slice(0, last + 1).every((each, index) => isKnown(each) || (index < first && !each.moves));
  }
}
