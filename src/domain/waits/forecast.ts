import type { FormatClass } from '../lending-period.js';
import { sharesFrom } from './calibration.js';
import { type Conduct, LearnedConduct, type OwnPurchases } from './conduct.js';
import type { WaitBasis } from './estimated-wait.js';
import {
  hasMoved,
  isWorthMore,
  type MoreCopies,
  newHoldHours,
  placeToBuy,
  withCopies,
} from './more-copies.js';
import type { ObservationCount } from './observation.js';
import { type KnownQueue, type Offers, simulateOffers } from './simulation.js';
import { type ShownWaits, type WaitCurve, waitCurves } from './wait-curve.js';

/** A queue, and what is known of its library. Plain data: it goes from one thread to another. */
export interface QueueToForecast {
  readonly formatClass: FormatClass;
  /** Without a patron's preference. */
  readonly loanDays: number;
  readonly known: KnownQueue;
  readonly nextTicket: number;
  /** Holds behind those that are known. */
  readonly unread: number;
  readonly liveHolds: number;
  readonly purchases: OwnPurchases;
  /** How often a loan of the title has lasted so many tenths of its time. */
  readonly loanTenths: readonly number[];
  /** Undefined: none were computed. */
  readonly shown: ShownWaits | undefined;
  /** What more copies would bring, if that is known and may still be true. */
  readonly moreCopiesHours: readonly number[] | null;
  /** What the library's patrons did in the last weeks. */
  readonly counts: readonly ObservationCount[];
  /** Whether to simulate what more copies would bring. */
  readonly withMoreCopies: boolean;
}

/** When the holds of a queue become ready. */
export interface Forecast {
  readonly basis: WaitBasis;
  readonly curves: readonly WaitCurve[];
  /** What more copies would bring; `none`: no hold waits that can be served; undefined: what was computed before still holds. */
  readonly moreCopies: MoreCopies | 'none' | undefined;
}

/** A tenth of the holds is later than they are told: so many runs tell when that is. In long queues chances even out. */
const MAX_RUNS = 60;
const MIN_RUNS = 12;
const HOLDS_IN_ALL_RUNS = 60_000;

export function runsFor(holds: number): number {
  return Math.max(MIN_RUNS, Math.min(MAX_RUNS, Math.floor(HOLDS_IN_ALL_RUNS / Math.max(1, holds))));
}

/** @param newRandom a series of numbers from 0 to 1, the same each time: two workers that compute a queue find the same */
export function forecastOf(queue: QueueToForecast, newRandom: () => () => number): Forecast {
  const { known, formatClass, liveHolds, withMoreCopies } = queue;
  const learned = new LearnedConduct(queue.counts);
  const shares = sharesFrom(queue.counts);
  const running = known.collections.flatMap(({ loans }) => loans);
  const ownLoans = { ended: queue.loanTenths, running };
  const simulate = (simulated: KnownQueue, buying?: OwnPurchases): Offers[] => {
    // All runs draw from one series of numbers: those of neighbouring seeds begin alike.
    const random = newRandom();
    const drawn = (): Conduct | undefined =>
      learned.of(formatClass, queue.loanDays, known.pickupHours, random, {
        buying,
        ownLoans,
        isDoubtful: true,
      });
    if (drawn() === undefined) return [simulateOffers(simulated)];
    return Array.from({ length: runsFor(simulated.holds.length) }, () => simulateOffers(simulated, drawn()));
  };
  const curvesOf = (simulated: KnownQueue, runs = simulate(simulated), shown?: ShownWaits): WaitCurve[] =>
    waitCurves(simulated, runs, queue.nextTicket, { unread: queue.unread, shares, shown });

  const runs = simulate(known, queue.purchases);
  const curves = curvesOf(known, runs, queue.shown);
  const basis = runs.length > 1 ? 'known' : 'worst-case';
  if (!withMoreCopies) return { basis, curves, moreCopies: undefined };
  // Who decides what to buy asks what comes without it.
  const isBought = learned.isBought(formatClass, liveHolds, ownedIn(known), queue.purchases);
  const moreCopies = moreCopiesOf(queue, isBought ? curvesOf(known) : curves, (more) => curvesOf(more));
  return { basis, curves, moreCopies };
}

/**
 * What more copies would bring: by the same simulation, which is run so often for it that it is computed only when it is old, or when the
 * wait or the number of copies has changed.
 */
function moreCopiesOf(
  { known, moreCopiesHours }: QueueToForecast,
  curves: readonly WaitCurve[],
  curvesOf: (more: KnownQueue) => readonly WaitCurve[],
): Forecast['moreCopies'] {
  const place = placeToBuy(known, curves);
  if (place === undefined) return 'none';
  const present = newHoldHours(curves, place.category);
  if (moreCopiesHours !== null && !hasMoved(moreCopiesHours, present)) return undefined;
  const likelyHours = [present];
  for (let copies = 1; isWorthMore(likelyHours, copies, known); copies *= 2) {
    const hours = newHoldHours(curvesOf(withCopies(known, place.collectionId, copies)), place.category);
    likelyHours.push(Math.min(hours, ...likelyHours));
  }
  return { collectionId: place.collectionId, likelyHours };
}

export function ownedIn({ collections }: KnownQueue): number {
  return collections.reduce((sum, { owned }) => sum + owned, 0);
}
