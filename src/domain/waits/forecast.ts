import type { FormatClass } from '../lending-period.js';
import type { WaitBasis } from './estimated-wait.js';
import { hasEnds, type KnownQueue, ownedIn, withCopies, withRenewals } from './known-queue.js';
import { KeyedRandom, NO_HOLD } from './keyed-random.js';
import { type OwnLoans, ownLoansOf } from './habits.js';
import { type Behaviour, type BoughtCopies, LearnedConduct } from './learned-conduct.js';
import { hasMoved, isWorthMore, type MoreCopies, newHoldHours, placeToBuy } from './more-copies.js';
import { type Offers, Simulation, simulateOffers } from './simulation.js';
import { MAX_HOURS, type ShownWaits, type WaitCurve, waitCurves } from './wait-curve.js';

/** A queue, and what is known of its library and its patrons. Plain data, as it goes from one thread to another. */
export interface QueueToForecast extends Behaviour {
  readonly formatClass: FormatClass;
  /** The period of a patron without a preference. */
  readonly loanDays: number;
  readonly known: KnownQueue;
  readonly nextTicket: number;
  /** Holds behind those in `known`. */
  readonly unread: number;
  readonly liveHolds: number;
  readonly purchases: BoughtCopies;
  /** How often a loan of the title has lasted so many tenths of its period. */
  readonly loanTenths: readonly number[];
  /** Undefined: no waits were computed. */
  readonly shown: ShownWaits | undefined;
  /** The effect of more copies, if it is known and may still be true. */
  readonly moreCopiesHours: readonly number[] | null;
}

/** The times at which the holds of a queue become ready. */
export interface Waits {
  readonly basis: Exclude<WaitBasis, 'borrowed'>;
  /** The hours until they rest on what patrons do at other times; Infinity: they do not. */
  readonly borrowedIn: number;
  readonly curves: readonly WaitCurve[];
  /** The likely wait of a new hold of the category that waits longest, if all licences were renewed; null: none ends. */
  readonly renewedHours: number | null;
}

/** The effect of more copies. `none`: no waiting hold can be served; undefined: the last result still holds. */
export type MoreCopiesForecast = MoreCopies | 'none' | undefined;

/** A tenth of the holds is later than estimated, and so many runs tell when that is. In long queues chance evens out. */
const MAX_RUNS = 60;
const MIN_RUNS = 12;
const HOLDS_IN_ALL_RUNS = 60_000;

function runsFor(holds: number): number {
  return Math.max(MIN_RUNS, Math.min(MAX_RUNS, Math.floor(HOLDS_IN_ALL_RUNS / Math.max(1, holds))));
}

/** Two workers that compute the same queue get the same result. */
const SEED = 1;

/** Simulates a queue. The effect of more copies is compared under the same random numbers. */
export class Forecaster {
  private readonly learned: LearnedConduct | undefined;
  private readonly ownLoans: OwnLoans;

  constructor(private readonly queue: QueueToForecast) {
    const { known, loanTenths } = queue;
    this.learned = LearnedConduct.from(queue, { ...queue, pickupHours: known.pickupHours });
    this.ownLoans = ownLoansOf(known, loanTenths);
  }

  waits(): Waits {
    const { known, purchases, shown } = this.queue;
    const basis = this.learned === undefined ? 'worst-case' : 'known';
    const { borrowedIn = Infinity } = this.learned ?? {};
    const curves = this.curvesOf(known, purchases, shown);
    return { basis, borrowedIn, curves, renewedHours: this.renewedHours() };
  }

  private renewedHours(): number | null {
    const { known, purchases } = this.queue;
    if (!hasEnds(known)) return null;
    const curves = this.curvesOf(withRenewals(known), purchases);
    return curves.length === 0
      ? MAX_HOURS
      : Math.max(...curves.map(({ category }) => newHoldHours(curves, category)));
  }

  /**
   * The effect of more copies. It takes so many simulations that it is computed only when the last result is old, or when the wait or the
   * number of copies has changed.
   */
  moreCopies(curves: readonly WaitCurve[]): MoreCopiesForecast {
    const { known, moreCopiesHours, liveHolds, purchases } = this.queue;
    // A library that decides what to buy wants to see the queue without purchases.
    const isBought = this.learned?.isBought(liveHolds, ownedIn(known.collections), purchases) ?? false;
    const presentCurves = isBought ? this.curvesOf(known) : curves;
    const place = placeToBuy(known, presentCurves);
    if (place === undefined) return 'none';
    const present = newHoldHours(presentCurves, place.category);
    if (moreCopiesHours !== null && !hasMoved(moreCopiesHours, present)) return undefined;
    const likelyHours = [present];
    for (let copies = 1; isWorthMore(likelyHours, copies, known); copies *= 2) {
      const more = this.curvesOf(withCopies(known, place.collectionId, copies));
      likelyHours.push(Math.min(newHoldHours(more, place.category), ...likelyHours));
    }
    return { collectionId: place.collectionId, likelyHours };
  }

  private curvesOf(known: KnownQueue, buying?: BoughtCopies, shown?: ShownWaits): WaitCurve[] {
    const { nextTicket, unread } = this.queue;
    return waitCurves(known, this.simulate(known, buying), nextTicket, { unread, shown });
  }

  private simulate(known: KnownQueue, buying: BoughtCopies | undefined): Offers[] {
    const { learned, ownLoans } = this;
    if (learned === undefined) return [simulateOffers(known)];
    const random = new KeyedRandom(SEED);
    const runs = runsFor(known.holds.length);
    return Array.from({ length: runs }, (_, run) => {
      random.restartIn({ run, runs }, NO_HOLD);
      const conduct = learned.draw(random.next, { buying, ownLoans, isDoubtful: true });
      const simulation = new Simulation(known, (subject, occasion) => {
        random.restartIn({ run, runs }, subject, occasion);
        return conduct;
      });
      simulation.advance();
      return simulation;
    });
  }
}
