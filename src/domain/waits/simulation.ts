import { type FreeCopies, assignCopies } from '../holds/queue.js';
import { type Conduct, WORST_CASE } from './conduct.js';
import {
  absentHolds,
  collectionForMost,
  isWaiting,
  type KnownCollection,
  type KnownHold,
  type KnownPickup,
  type KnownQueue,
  ownedIn,
  readyHolds,
} from './known-queue.js';
import { Timeline } from './timeline.js';

export interface Offers {
  /** The time of each hold's offer, by ticket. A hold that never gets an offer is missing. */
  readonly ofHolds: ReadonlyMap<number, number>;
  /** The time at which each ready or suspended hold would be offered a copy if it waited at its place, by ticket. */
  readonly ifWaiting: ReadonlyMap<number, number>;
  /** The time at which a copy is left over for a new hold of a category. */
  readonly ofNewHolds: ReadonlyMap<string, number>;
  /** The longest time without a free copy for a category. */
  readonly gaps: ReadonlyMap<string, number>;
}

/**
 * A patron's behaviour at an event. Two simulations that are compared draw the same for the same.
 * @param subject the ticket of a hold; below 0, the number of a copy that was lent or set aside when the queue was read
 */
export type ConductOf = (subject: number, occasion: number) => Conduct;

/** A hold that has missed its pickup has a second one, and then a second loan. Each purchase is the next event. */
const OCCASIONS = { giveUp: 0, pickup: 1, loan: 2, secondPickup: 3, secondLoan: 4, purchase: 5 } as const;
/** A subject that is no hold. */
const LIBRARY = 0;

/** Observes a simulation. */
export interface Watch {
  setAside(from: number, until: number): void;
  /** @param isNew false: the loan was running when the queue was read */
  lent(from: number, until: number, isNew: boolean): void;
  /** Called with the number of copies on the shelf. */
  left(copies: number, from: number, until: number): void;
}

type SimulatedEvent =
  | { readonly back: Stock }
  | { readonly returned: KnownHold }
  /** The copy has arrived. */
  | { readonly bought: Stock };

interface Stock extends Omit<KnownCollection, 'owned'> {
  owned: number;
  out: number;
}

/** The waiting holds of a category, by ticket. */
interface CategoryLine {
  readonly holds: KnownHold[];
  /** Those before it have been served, or were removed, or are absent. */
  first: number;
  /** Holds that copies went past since the last one was served: the next copy would have been theirs. */
  passed: KnownHold[];
}

/** The times of offers by the rule of the queue (`assignCopies`), if patrons behave as `conduct` says. */
export function simulateOffers(queue: KnownQueue, conduct: Conduct = WORST_CASE): Offers {
  const simulation = new Simulation(queue, () => conduct);
  simulation.advance();
  return simulation;
}

/** The simulation of a queue: call `advance` until it is over. */
export class Simulation implements Offers {
  readonly ofHolds = new Map<number, number>();
  readonly ifWaiting = new Map<number, number>();
  readonly ofNewHolds = new Map<string, number>();
  readonly gaps = new Map<string, number>();
  private readonly events = new Timeline<SimulatedEvent>();
  private readonly stock: readonly Stock[];
  private readonly lines = new Map<string, CategoryLine>();
  private readonly lastFreed = new Map<string, number>();
  private readonly holds: ReadonlyMap<number, KnownHold>;
  private readonly removedAt: ReadonlyMap<number, number>;
  private readonly missed = new Set<number>();
  /** They stand at their places, and copies go past them. */
  private readonly absent: ReadonlySet<KnownHold>;
  private now = 0;
  private purchases = 0;
  /** The number of holds at the beginning, for which the library buys. */
  private readonly wanted: number;

  constructor(
    private readonly queue: KnownQueue,
    private readonly conductOf: ConductOf,
    private readonly watch?: Watch,
  ) {
    const live = [...queue.holds, ...readyHolds(queue)];
    this.wanted = live.filter(({ placedIn }) => placedIn === undefined).length;
    this.holds = new Map(live.map((hold) => [hold.ticket, hold]));
    for (const { ticket, hasMissed } of this.holds.values()) if (hasMissed) this.missed.add(ticket);
    this.stock = queue.collections.map((collection) => ({ ...collection, out: 0 }));
    this.takeOutWhatIsOut();
    this.absent = new Set(absentHolds(queue).map((hold) => ({ ...hold })));
    const present = queue.holds.filter(isWaiting);
    for (const hold of [...present, ...this.absent].sort((a, b) => a.ticket - b.ticket))
      this.lineOf(hold.category).holds.push(hold);
    for (const hold of queue.holds)
      if (hold.returnsIn > 0) this.events.add(hold.returnsIn, { returned: hold });
    this.removedAt = new Map(
      queue.holds.map(({ ticket, placedIn = 0 }) => [
        ticket,
        placedIn + conductOf(ticket, OCCASIONS.giveUp).giveUp(),
      ]),
    );
    this.buyInTime();
  }

  /**
   * Runs through so many moments at which something happens.
   * @returns whether the simulation is over
   */
  advance(moments = Infinity): boolean {
    for (let lived = 0; lived < moments; lived += 1) {
      const { now, events } = this;
      while (events.next !== undefined && events.next <= now) this.happen(now, events.take());
      this.assignCopies(now);
      const next = events.next ?? Infinity;
      this.watch?.left(
        this.stock.reduce((sum, stock) => sum + freeOf(stock), 0),
        now,
        next,
      );
      this.now = next;
      if (next === Infinity) return true;
    }
    return false;
  }

  private takeOutWhatIsOut(): void {
    let copy = 0;
    for (const stock of this.stock) {
      for (const loan of stock.loans) {
        const until = this.conductOf(--copy, OCCASIONS.loan).returnLoan(loan);
        this.watch?.lent(0, until, false);
        this.takeOut(stock, until);
      }
      for (const pickup of stock.pickups) this.setAside(0, stock, pickup, --copy);
    }
  }

  private happen(now: number, event: SimulatedEvent | undefined): void {
    if (event === undefined) return;
    if ('returned' in event) this.insert(event.returned);
    else if ('bought' in event) {
      event.bought.owned += 1;
      this.freed(now, event.bought);
      // If no other copy is out, and nobody returns, all who can be served have been.
      if (this.events.next !== undefined) this.buyInTime();
    } else {
      event.back.out -= 1;
      if (event.back.out < event.back.owned) this.freed(now, event.back);
    }
  }

  /** The library buys where there are most holds per copy. Meanwhile as many holds arrive as are served: the queue keeps its length. */
  private buyInTime(): void {
    const copies = ownedIn(this.stock);
    const after = this.conductOf(LIBRARY, OCCASIONS.purchase + this.purchases).buy(this.wanted, copies);
    if (after === Infinity) return;
    this.purchases += 1;
    const stock = collectionForMost(this.stock, this.queue.holds);
    if (stock !== undefined) this.events.add(this.now + after, { bought: stock });
  }

  private takeOut(stock: Stock, until: number): void {
    stock.out += 1;
    this.events.add(until, { back: stock });
  }

  private setAside(now: number, stock: Stock, pickup: KnownPickup, copy = 0): void {
    const subject = pickup.hold?.ticket ?? copy;
    const isSecond = this.missed.has(subject);
    const { after, isBorrowed } = this.conductOf(
      subject,
      isSecond ? OCCASIONS.secondPickup : OCCASIONS.pickup,
    ).pickUp(pickup, isSecond);
    this.watch?.setAside(now, now + after);
    this.takeOut(stock, isBorrowed ? this.lend(now + after, pickup, subject, isSecond) : now + after);
    // A copy that is given up early comes back, and its hold does not.
    if (!isBorrowed && after >= pickup.left && pickup.hold !== undefined) this.miss(now + after, pickup.hold);
  }

  /** @returns when the copy is back */
  private lend(at: number, { loanHours: hours }: KnownPickup, subject: number, isSecond: boolean): number {
    const conduct = this.conductOf(subject, isSecond ? OCCASIONS.secondLoan : OCCASIONS.loan);
    const until = at + conduct.returnLoan({ hours, left: hours });
    this.watch?.lent(at, until, true);
    return until;
  }

  /** After the first miss, the hold returns to its place. */
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
    if (hold.ticket > (holds.at(-1)?.ticket ?? 0)) {
      holds.push(hold);
      return;
    }
    const behind = holds.findIndex(({ ticket }, index) => index >= first && ticket > hold.ticket);
    holds.splice(behind === -1 ? holds.length : behind, 0, hold);
  }

  private assignCopies(now: number): void {
    const copies = this.stock.map((stock) => ({ ...stock, free: freeOf(stock) }));
    if (copies.every(({ free }) => free === 0)) return;
    const given = assignCopies(copies, this.firstInLine(now, copies));
    for (const { ticket, collectionId } of given) this.offer(now, ticket, collectionId);
    const served = new Set(given.map(({ ticket }) => ticket));
    for (const line of this.lines.values()) this.moveOn(now, line, served);
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

  private isPassed(now: number, hold: KnownHold): boolean {
    return this.absent.has(hold) || (this.removedAt.get(hold.ticket) ?? Infinity) <= now;
  }

  /** For each category as many holds as there are free copies that it may use. */
  private firstInLine(now: number, copies: readonly FreeCopies[]): KnownHold[] {
    return [...this.lines].flatMap(([category, { holds, first }]) => {
      const usable = copies.filter(({ categories }) => categories.includes(category));
      const wanted = usable.reduce((sum, { free }) => sum + free, 0);
      const found: KnownHold[] = [];
      for (let index = first; index < holds.length && found.length < wanted; index += 1) {
        const hold = holds[index];
        if (hold !== undefined && !this.isPassed(now, hold)) found.push(hold);
      }
      return found;
    });
  }

  private moveOn(now: number, line: CategoryLine, served: ReadonlySet<number>): void {
    for (let hold = line.holds[line.first]; hold !== undefined; hold = line.holds[line.first]) {
      if (this.isPassed(now, hold)) line.passed.push(hold);
      else if (served.has(hold.ticket)) this.pass(line, now);
      else return;
      line.first += 1;
    }
  }

  /** Records when a removed or absent hold would have been offered a copy. */
  private pass(line: CategoryLine, at: number): void {
    for (const hold of line.passed) {
      const offers = this.absent.has(hold) ? this.ifWaiting : this.ofHolds;
      if (!offers.has(hold.ticket)) offers.set(hold.ticket, at);
    }
    line.passed = [];
  }

  private leaveOver(now: number): void {
    for (const stock of this.stock)
      if (freeOf(stock) > 0)
        for (const category of stock.categories) {
          if (!this.ofNewHolds.has(category)) this.ofNewHolds.set(category, now);
          this.pass(this.lineOf(category), now);
        }
  }

  private lineOf(category: string): CategoryLine {
    const line = this.lines.get(category) ?? { holds: [], first: 0, passed: [] };
    this.lines.set(category, line);
    return line;
  }
}

function freeOf({ owned, out }: Stock): number {
  return Math.max(0, owned - out);
}
