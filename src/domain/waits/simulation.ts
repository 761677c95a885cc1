import { type FreeCopies, handOvers } from '../holds/queue.js';
import { type Conduct, type RunningLoan, type RunningPickup, WORST_CASE } from './conduct.js';
import { Timeline } from './timeline.js';

/** What is known of a queue. All times are hours from the moment at which it was read. */
export interface KnownQueue {
  readonly collections: readonly KnownCollection[];
  /** By ticket. Without those that are ready, and those that are suspended without an end. */
  readonly holds: readonly KnownHold[];
  /** How long a copy is set aside at most. */
  readonly pickupHours: number;
  /** After how many hours a hold whose pickup was missed for the first time has its place again; null: it has ended, or waits for its patron. */
  readonly returnsAfterMiss: number | null;
}

export interface KnownCollection {
  readonly collectionId: string;
  /** The patron categories that may use this collection. */
  readonly categories: readonly string[];
  readonly owned: number;
  readonly loans: readonly RunningLoan[];
  readonly pickups: readonly KnownPickup[];
}

/** A copy that is set aside. */
export interface KnownPickup extends RunningPickup {
  /** For how long its patron may then borrow the title. */
  readonly loanHours: number;
  /** For which it is set aside; undefined if that is not known. */
  readonly hold?: KnownHold;
}

export interface KnownHold {
  readonly ticket: number;
  readonly category: string;
  /** When its suspension ends; 0 for a hold that waits now. */
  readonly returnsIn: number;
  /** For how long its patron may borrow the title. */
  readonly loanHours: number;
  /** Its pickup was missed once already: if it is missed again, the hold ends. */
  readonly hasMissed: boolean;
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

/** The holds of a category that wait, by ticket. */
interface Line {
  readonly holds: KnownHold[];
  /** Those before it have been served, or were removed. */
  first: number;
  /** Those that were removed since the last one was served: the next copy would have been theirs. */
  removed: KnownHold[];
}

/** Who is offered a copy when, by the rule of the queue (`handOvers`), if patrons do as `conduct` says. */
export function simulateOffers(queue: KnownQueue, conduct: Conduct = WORST_CASE): Offers {
  const simulation = new Simulation(queue, conduct);
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
  private readonly holds: ReadonlyMap<number, KnownHold>;
  private readonly removedAt: ReadonlyMap<number, number>;
  private readonly missed = new Set<number>();

  constructor(
    private readonly queue: KnownQueue,
    private readonly conduct: Conduct,
  ) {
    const ready = queue.collections.flatMap(({ pickups }) => pickups.flatMap(({ hold }) => hold ?? []));
    this.holds = new Map([...queue.holds, ...ready].map((hold) => [hold.ticket, hold]));
    for (const { ticket, hasMissed } of this.holds.values()) if (hasMissed) this.missed.add(ticket);
    this.stock = queue.collections.map((collection) => ({ ...collection, out: 0 }));
    for (const stock of this.stock) {
      for (const loan of stock.loans) this.takeOut(stock, conduct.returnLoan(loan));
      for (const pickup of stock.pickups) this.setAside(0, stock, pickup);
    }
    for (const hold of queue.holds)
      if (hold.returnsIn > 0) this.events.add(hold.returnsIn, { returned: hold });
      else this.lineOf(hold.category).holds.push(hold);
    this.removedAt = new Map(queue.holds.map(({ ticket }) => [ticket, conduct.giveUp()]));
  }

  run(): void {
    for (let now: number | undefined = 0; now !== undefined; now = this.events.next) {
      while (this.events.next !== undefined && this.events.next <= now) this.happen(now, this.events.take());
      this.handOn(now);
    }
    for (const [category, { removed }] of this.lines) this.pass(removed, this.ofNewHolds.get(category));
  }

  private happen(now: number, event: Event | undefined): void {
    if (event === undefined) return;
    if ('returned' in event) this.insert(event.returned);
    else {
      event.back.out -= 1;
      if (event.back.out < event.back.owned) this.freed(now, event.back);
    }
  }

  private takeOut(stock: Stock, until: number): void {
    stock.out += 1;
    this.events.add(until, { back: stock });
  }

  private setAside(now: number, stock: Stock, pickup: KnownPickup): void {
    const { after, isBorrowed } = this.conduct.pickUp(pickup);
    const hours = pickup.loanHours;
    const loan = isBorrowed ? this.conduct.returnLoan({ hours, left: hours }) : 0;
    this.takeOut(stock, now + after + loan);
    // A copy that is given up before its time comes back, and its hold does not.
    if (!isBorrowed && after >= pickup.left && pickup.hold !== undefined) this.miss(now + after, pickup.hold);
  }

  /** The first time, the hold comes back to its place. */
  private miss(at: number, hold: KnownHold): void {
    const { returnsAfterMiss } = this.queue;
    if (returnsAfterMiss === null || this.missed.has(hold.ticket)) return;
    this.missed.add(hold.ticket);
    this.events.add(at + returnsAfterMiss, { returned: hold });
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
    const given = handOvers(copies, this.firstInLine(now, copies));
    for (const { ticket, collectionId } of given) this.offer(now, ticket, collectionId);
    const served = new Set(given.map(({ ticket }) => ticket));
    for (const line of this.lines.values()) this.advance(now, line, served);
    this.leaveOver(now);
  }

  private offer(now: number, ticket: number, collectionId: string): void {
    const stock = this.stock.find((each) => each.collectionId === collectionId);
    const hold = this.holds.get(ticket);
    if (stock === undefined || hold === undefined) return;
    if (!this.ofHolds.has(ticket)) this.ofHolds.set(ticket, now);
    const { pickupHours: hours } = this.queue;
    this.setAside(now, stock, { hours, left: hours, loanHours: hold.loanHours, hold });
  }

  private isRemoved(now: number, { ticket }: KnownHold): boolean {
    return (this.removedAt.get(ticket) ?? Infinity) <= now;
  }

  /** For each category as many holds as there are free copies that it may use. */
  private firstInLine(now: number, copies: readonly FreeCopies[]): KnownHold[] {
    return [...this.lines].flatMap(([category, { holds, first }]) => {
      const usable = copies.filter(({ categories }) => categories.includes(category));
      const wanted = usable.reduce((sum, { free }) => sum + free, 0);
      const found: KnownHold[] = [];
      for (let index = first; index < holds.length && found.length < wanted; index += 1) {
        const hold = holds[index];
        if (hold !== undefined && !this.isRemoved(now, hold)) found.push(hold);
      }
      return found;
    });
  }

  private advance(now: number, line: Line, served: ReadonlySet<number>): void {
    for (let hold = line.holds[line.first]; hold !== undefined; hold = line.holds[line.first]) {
      if (served.has(hold.ticket)) {
        this.pass(line.removed, now);
        line.removed = [];
      } else if (this.isRemoved(now, hold)) line.removed.push(hold);
      else return;
      line.first += 1;
    }
  }

  /** Holds that were removed tell when they would have been offered a copy. */
  private pass(removed: readonly KnownHold[], at: number | undefined): void {
    if (at === undefined) return;
    for (const { ticket } of removed) if (!this.ofHolds.has(ticket)) this.ofHolds.set(ticket, at);
  }

  private leaveOver(now: number): void {
    for (const { categories, owned, out } of this.stock)
      if (out < owned)
        for (const category of categories)
          if (!this.ofNewHolds.has(category)) this.ofNewHolds.set(category, now);
  }

  private lineOf(category: string): Line {
    const line = this.lines.get(category) ?? { holds: [], first: 0, removed: [] };
    this.lines.set(category, line);
    return line;
  }
}
