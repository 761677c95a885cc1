import { type FreeCopies, handOvers } from '../holds/queue.js';
import { Timeline } from './timeline.js';

/** What is known of a queue. All times are hours from the moment at which it was read. */
export interface KnownQueue {
  readonly collections: readonly KnownCollection[];
  /** By ticket. Without those that are ready, and those that are suspended without an end. */
  readonly holds: readonly KnownHold[];
  /** How long a copy is set aside at most. */
  readonly pickupHours: number;
}

export interface KnownCollection {
  readonly collectionId: string;
  /** The patron categories that may use this collection. */
  readonly categories: readonly string[];
  readonly owned: number;
  /** When each copy that is on loan or set aside comes back at the latest. */
  readonly backIn: readonly number[];
}

export interface KnownHold {
  readonly ticket: number;
  readonly category: string;
  /** When its suspension ends; 0 for a hold that waits now. */
  readonly returnsIn: number;
  /** For how long its patron may borrow the title. */
  readonly loanHours: number;
}

export interface Offers {
  /** When each hold is offered a copy, by ticket. A hold for which there is none, ever, is missing. */
  readonly ofHolds: ReadonlyMap<number, number>;
  /** When a copy is left over for a new hold of a category. */
  readonly ofNewHolds: ReadonlyMap<string, number>;
  /** The longest time in which no copy came free for a category. */
  readonly gaps: ReadonlyMap<string, number>;
}

type Event = { readonly back: Stock } | { readonly returned: KnownHold };

interface Stock extends KnownCollection {
  out: number;
}

/** The holds of a category that wait, by ticket. Those before `first` have been served. */
interface Line {
  readonly holds: KnownHold[];
  first: number;
}

/**
 * Who is offered a copy when, by the rule of the queue (`handOvers`), if each copy that is out comes back as late as it may, and
 * each patron borrows at the last moment and keeps the title to the end.
 */
export function simulateOffers(queue: KnownQueue): Offers {
  const simulation = new Simulation(queue);
  simulation.run();
  return simulation;
}

class Simulation implements Offers {
  readonly ofHolds = new Map<number, number>();
  readonly ofNewHolds = new Map<string, number>();
  readonly gaps = new Map<string, number>();
  private readonly events = new Timeline<Event>();
  private readonly stock: readonly Stock[];
  private readonly lines = new Map<string, Line>();
  private readonly lastFreed = new Map<string, number>();
  private readonly loanHours: ReadonlyMap<number, number>;

  constructor(private readonly queue: KnownQueue) {
    this.stock = queue.collections.map((collection) => ({ ...collection, out: collection.backIn.length }));
    for (const back of this.stock) for (const at of back.backIn) this.events.add(at, { back });
    for (const hold of queue.holds)
      if (hold.returnsIn > 0) this.events.add(hold.returnsIn, { returned: hold });
      else this.lineOf(hold.category).holds.push(hold);
    this.loanHours = new Map(queue.holds.map(({ ticket, loanHours }) => [ticket, loanHours]));
  }

  run(): void {
    for (let now: number | undefined = 0; now !== undefined; now = this.events.next) {
      while (this.events.next !== undefined && this.events.next <= now) this.happen(now, this.events.take());
      this.handOn(now);
    }
  }

  private happen(now: number, event: Event | undefined): void {
    if (event === undefined) return;
    if ('returned' in event) this.insert(event.returned);
    else {
      event.back.out -= 1;
      if (event.back.out < event.back.owned) this.freed(now, event.back);
    }
  }

  private freed(now: number, { categories }: Stock): void {
    for (const category of categories) {
      const gap = now - (this.lastFreed.get(category) ?? 0);
      this.gaps.set(category, Math.max(this.gaps.get(category) ?? 0, gap));
      this.lastFreed.set(category, now);
    }
  }

  /** A hold whose suspension is over has its old place. */
  private insert(hold: KnownHold): void {
    const { holds, first } = this.lineOf(hold.category);
    const behind = holds.findIndex(({ ticket }, index) => index >= first && ticket > hold.ticket);
    holds.splice(behind === -1 ? holds.length : behind, 0, hold);
  }

  private handOn(now: number): void {
    const copies = this.stock.map((stock) => ({ ...stock, free: Math.max(0, stock.owned - stock.out) }));
    if (copies.every(({ free }) => free === 0)) return;
    const given = handOvers(copies, this.firstInLine(copies));
    const hours = this.queue.pickupHours;
    for (const { ticket, collectionId } of given) {
      this.ofHolds.set(ticket, now);
      const back = this.stock.find((stock) => stock.collectionId === collectionId);
      if (back === undefined) continue;
      back.out += 1;
      this.events.add(now + hours + (this.loanHours.get(ticket) ?? 0), { back });
    }
    const served = new Set(given.map(({ ticket }) => ticket));
    for (const line of this.lines.values())
      while (served.has(line.holds[line.first]?.ticket ?? NaN)) line.first += 1;
    this.leaveOver(now);
  }

  /** For each category as many holds as there are free copies that it may use. */
  private firstInLine(copies: readonly FreeCopies[]): KnownHold[] {
    return [...this.lines].flatMap(([category, { holds, first }]) => {
      const usable = copies.filter(({ categories }) => categories.includes(category));
      return holds.slice(first, first + usable.reduce((sum, { free }) => sum + free, 0));
    });
  }

  private leaveOver(now: number): void {
    for (const { categories, owned, out } of this.stock)
      if (out < owned)
        for (const category of categories)
          if (!this.ofNewHolds.has(category)) this.ofNewHolds.set(category, now);
  }

  private lineOf(category: string): Line {
    const line = this.lines.get(category) ?? { holds: [], first: 0 };
    this.lines.set(category, line);
    return line;
  }
}
