import { type MissedPickup, SUSPENSION_AFTER_MISSED_PICKUP_DAYS } from '../../holds/hold.js';
import type { FormatClass, LendingPeriods } from '../../lending-period.js';
import type { Purchase } from '../../titles/copies-needed.js';
import {
  collectionForMost,
  type KnownHold,
  type KnownQueue,
  withCopies,
  withRenewals,
} from '../known-queue.js';
import { placeToBuy } from '../more-copies.js';
import { simulateOffers } from '../simulation.js';
import { waitCurves } from '../wait-curve.js';

/** The changes that a library tries. Absent ones stay as they are. */
export interface PolicyChanges {
  /** How long a copy is set aside. Copies that are set aside already keep their time. */
  readonly pickupHours?: number;
  /** For loans that begin from now on, whatever patrons prefer; days by format class. */
  readonly lendingDays?: Partial<LendingPeriods>;
  readonly copies?: CopiesToBuy;
  readonly missedPickup?: MissedPickup;
  /** Live holds above the limit stay. */
  readonly holdLimit?: number;
  /** Every licence that ends, or gives its last loan, is followed by one like it. Otherwise none is, as now. */
  readonly renew?: boolean;
}

/** A number for each title, or a share of the copies that the library owns of all titles in the trial. */
export type CopiesToBuy = { readonly perTitle: number } | { readonly percent: number };

/** The hours after which a hold whose pickup was missed for the first time waits again; null: never. */
export function hoursUntilReturn(missedPickup: MissedPickup): number | null {
  return missedPickup === 'redeliver-once' ? 24 * SUSPENSION_AFTER_MISSED_PICKUP_DAYS : null;
}

/**
 * How many copies of each title are bought. A share is rounded for all titles together: a fifth of ten titles with one copy is two copies, of
 * the first and the second half.
 */
export function copiesBought(owned: readonly number[], copies: CopiesToBuy | undefined): number[] {
  if (copies === undefined) return owned.map(() => 0);
  if ('perTitle' in copies) return owned.map(() => copies.perTitle);
  let [sum, bought] = [0, 0];
  return owned.map((each) => {
    sum += each;
    const before = bought;
    bought = Math.round((sum * copies.percent) / 100);
    return bought - before;
  });
}

/**
 * The collection for which a copy is bought: that on the page of titles to buy, or, if no waiting hold can be served now, the one that most
 * of the waiting holds may use.
 * @returns undefined: the library has no collection with the title
 */
export function collectionToBuyFor(queue: KnownQueue, nextTicket: number): string | undefined {
  const [only, other] = queue.collections;
  // Without a choice, a simulation is saved.
  if (other === undefined) return only?.collectionId;
  const place = placeToBuy(queue, waitCurves(queue, [simulateOffers(queue)], nextTicket));
  return (place ?? collectionForMost(queue.collections, queue.holds))?.collectionId;
}

/** The queue as it would be if the library had changed its rules now. */
export function underPolicy(
  queue: KnownQueue,
  formatClass: FormatClass,
  changes: PolicyChanges,
  bought: Purchase | undefined,
): KnownQueue {
  const days = changes.lendingDays?.[formatClass];
  const lent = <Of extends { readonly loanHours: number }>(each: Of): Of =>
    days === undefined ? each : { ...each, loanHours: 24 * days };
  const renewed = changes.renew === true ? withRenewals(queue) : queue;
  const changed = bought === undefined ? renewed : withCopies(renewed, bought.collectionId, bought.copies);
  return {
    ...changed,
    pickupHours: (queue.hasOwnPickup ? undefined : changes.pickupHours) ?? queue.pickupHours,
    returnsAfterMiss:
      changes.missedPickup === undefined ? queue.returnsAfterMiss : hoursUntilReturn(changes.missedPickup),
    holds: changed.holds.map(lent<KnownHold>),
    collections: changed.collections.map((collection) => ({
      ...collection,
      pickups: collection.pickups.map((pickup) => {
        const { hold } = pickup;
        return { ...lent(pickup), ...(hold && { hold: lent(hold) }) };
      }),
    })),
  };
}
