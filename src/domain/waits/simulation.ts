import type { Pause } from '../library-calendar.js';
import { type FreeCopies, assignCopies } from '../holds/queue.js';
import { type Conduct, WORST_CASE } from './conduct.js';
import {
  absentHolds,
  collectionForMost,
  isWaiting,
  type KnownHold,
  type KnownPickup,
  type KnownQueue,
  ownedIn,
  pickupHoursFrom,
  readyHolds,
} from './known-queue.js';
import { type CopyAside, type SimulatedLicence, Stock } from './stock.js';
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
  | { readonly back: Stock; readonly licence?: SimulatedLicence | undefined }
  /** The pickup of a licensed copy is over. */
  | { readonly over: CopyAside }
  | { readonly turns: SimulatedLicence; readonly of: Stock }
  | { readonly returned: KnownHold }
  | { readonly opens: Pause }
  /** The copy has arrived. */
  | { readonly bought: Stock };

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
  /** In which copies wait for the library to open. */
  private pause: Pause | undefined;
  /** Licences that are still to begin, or to end. */
  private turnsAhead = 0;
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
    this.stock = queue.collections.map((collection) => new Stock(collection));
    this.takeOutWhatIsOut();
    this.turnLicences();
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
        this.stock.reduce((sum, { free }) => sum + free, 0),
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
    for (const [index, { loans, pickups }] of this.queue.collections.entries()) {
      const stock = this.stock[index]!;
      for (const loan of loans) {
        const until = this.conductOf(--copy, OCCASIONS.loan).returnLoan(loan);
        this.watch?.lent(0, until, false);
        stock.out += 1;
        this.events.add(until, { back: stock, licence: stock.countLoan(loan.licenceId) });
      }
      for (const pickup of pickups) this.setAside(0, stock, pickup, --copy);
    }
  }

  private turnLicences(): void {
    for (const of of this.stock)
      for (const turns of of.licences)
        for (const at of [turns.known.startsIn, turns.known.endsIn])
          if (at !== null) {
            this.turnsAhead += 1;
            this.events.add(at, { turns, of });
          }
  }

  private happen(now: number, event: SimulatedEvent | undefined): void {
    if (event === undefined) return;
    if ('returned' in event) this.insert(event.returned);
    else if ('turns' in event) this.turn(now, event.of, event.turns);
    else if ('over' in event) this.pickedUp(now, event.over);
    else if ('opens' in event) this.pause = undefined;
    else if ('bought' in event) {
      event.bought.buy();
      this.freed(now, event.bought);
      // If no other copy is out, and nobody returns, all who can be served have been.
      if (this.events.size > this.turnsAhead) this.buyInTime();
    } else {
      event.back.giveBack(event.licence);
      if (event.back.free > 0) this.freed(now, event.back);
    }
  }

  private turn(now: number, stock: Stock, licence: SimulatedLicence): void {
    this.turnsAhead -= 1;
    if (!licence.isRunning) stock.begin(licence);
    else
      for (const { hold, since } of stock.end(licence)) {
        this.watch?.setAside(since, now);
        if (hold !== undefined) this.insert(hold);
      }
    if (stock.free > 0) this.freed(now, stock);
  }

  /** Unless the copy was taken back, with the licence. */
  private pickedUp(now: number, copy: CopyAside): void {
    const { stock, since, lentUntil, hold, isMissed } = copy;
    if (!stock.aside.delete(copy)) return;
    this.watch?.setAside(since, now);
    if (lentUntil !== undefined) {
      this.watch?.lent(now, lentUntil, true);
      this.events.add(lentUntil, { back: stock, licence: stock.lend() });
    } else {
      stock.out -= 1;
      if (isMissed && hold !== undefined) this.miss(now, hold);
    }
    if (stock.free > 0) this.freed(now, stock);
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

  private setAside(now: number, stock: Stock, pickup: KnownPickup, copy = 0): void {
    const subject = pickup.hold?.ticket ?? copy;
    const isSecond = this.missed.has(subject);
    const { after, isBorrowed } = this.conductOf(
      subject,
      isSecond ? OCCASIONS.secondPickup : OCCASIONS.pickup,
    ).pickUp(pickup, isSecond, now);
    const { hold } = pickup;
    // A copy that is given up early comes back, and its hold does not.
    const isMissed = !isBorrowed && after >= pickup.left;
    const lentUntil = isBorrowed ? this.endOfLoan(now + after, pickup, subject, isSecond) : undefined;
    stock.out += 1;
    if (stock.isLicensed) {
      const over = { stock, since: now, hold, lentUntil, isMissed };
      stock.aside.add(over);
      this.events.add(now + after, { over });
      return;
    }
    this.watch?.setAside(now, now + after);
    if (lentUntil !== undefined) this.watch?.lent(now + after, lentUntil, true);
    this.events.add(lentUntil ?? now + after, { back: stock });
    if (isMissed && hold !== undefined) this.miss(now + after, hold);
  }

  private endOfLoan(
    at: number,
    { loanHours: hours }: KnownPickup,
    subject: number,
    isSecond: boolean,
  ): number {
    const conduct = this.conductOf(subject, isSecond ? OCCASIONS.secondLoan : OCCASIONS.loan);
    return at + conduct.returnLoan({ hours, left: hours }, at);
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
    const copies = this.stock.map(({ collectionId, categories, free }) => ({
      collectionId,
      categories,
      free,
    }));
    if (copies.every(({ free }) => free === 0) || this.isPaused(now)) return;
    const given = assignCopies(copies, this.firstInLine(now, copies));
    for (const { ticket, collectionId } of given) this.offer(now, ticket, collectionId);
    const served = new Set(given.map(({ ticket }) => ticket));
    for (const line of this.lines.values()) this.moveOn(now, line, served);
    this.leaveOver(now);
  }

  private isPaused(now: number): boolean {
    const pause = this.queue.pauses?.find(({ from, until }) => from <= now && now < until);
    if (pause !== undefined && pause !== this.pause)
      this.events.add(pause.until, { opens: (this.pause = pause) });
    return pause !== undefined;
  }

  private offer(now: number, ticket: number, collectionId: string): void {
    const stock = this.stock.find((each) => each.collectionId === collectionId);
    const hold = this.holds.get(ticket);
    if (stock === undefined || hold === undefined) return;
    if (!this.ofHolds.has(ticket)) this.ofHolds.set(ticket, now);
    const hours = pickupHoursFrom(now, this.queue);
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
      if (stock.free > 0)
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
