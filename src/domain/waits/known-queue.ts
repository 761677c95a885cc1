import type { Pause, PickupEndsAhead } from '../library-calendar.js';
import type { RunningLoan, RunningPickup } from './conduct.js';

/** The known state of a queue. All times are hours from the moment at which it was read. */
export interface KnownQueue {
  readonly collections: readonly KnownCollection[];
  /** By ticket, without ready holds and those that are suspended without an end. */
  readonly holds: readonly KnownHold[];
  /** The holds that are suspended without an end. */
  readonly suspended?: readonly KnownHold[];
  /** The longest time for which a copy is set aside. */
  readonly pickupHours: number;
  /** The title has a time of its own, which does not change with the library's rule. */
  readonly hasOwnPickup?: boolean;
  /** Absent: a pickup ends on any day. */
  readonly pickupEnds?: PickupEndsAhead;
  /** When no hold becomes ready. Absent: there is no such time. */
  readonly pauses?: readonly Pause[];
  /** The hours after which a hold whose pickup was missed for the first time has its place again; null: it has ended, or waits for its patron. */
  readonly returnsAfterMiss: number | null;
}

export interface KnownCollection {
  readonly collectionId: string;
  /** The patron categories that may use this collection. */
  readonly categories: readonly string[];
  /** With those that licences give. */
  readonly owned: number;
  /** How many of these licences give now. Absent: none. */
  readonly licensed?: number;
  readonly loans: readonly KnownLoan[];
  readonly pickups: readonly KnownPickup[];
  /** Those that run, or will. Absent: there are none. */
  readonly licences?: readonly KnownLicence[];
}

export interface KnownLoan extends RunningLoan {
  /** The licence that it uses. */
  readonly licenceId?: string;
}

/** A licence of a collection. Null: it has no such limit. */
export interface KnownLicence {
  readonly licenceId: string;
  /** Loans at a time. */
  readonly concurrency: number | null;
  /** Loans in all, and how many of them may still begin. */
  readonly loans: number | null;
  readonly loansLeft: number | null;
  /** The time until it begins; null: it has begun. */
  readonly startsIn: number | null;
  readonly endsIn: number | null;
  /** When it ends, or its last loan begins, another one with the same numbers takes its place. */
  readonly isRenewed?: boolean;
}

/** A copy that is set aside. */
export interface KnownPickup extends RunningPickup {
  /** The loan period of its patron. */
  readonly loanHours: number;
  /** The hold that it is set aside for; undefined if unknown. */
  readonly hold?: KnownHold;
}

export interface KnownHold {
  readonly ticket: number;
  readonly category: string;
  /** The time until its suspension ends, or until it is placed; 0 for a hold that waits now. */
  readonly returnsIn: number;
  /** The time until it is placed; undefined: it exists. */
  readonly placedIn?: number;
  /** The loan period of its patron. */
  readonly loanHours: number;
  /** Its pickup was missed once: the next time, the hold ends. */
  readonly hasMissed: boolean;
}

/** For how long a copy is set aside from this hour on: longer, if the library is closed when the usual time is over. */
export function pickupHoursFrom(hour: number, { pickupHours, pickupEnds }: KnownQueue): number {
  if (pickupEnds === undefined) return pickupHours;
  const day = Math.floor((pickupEnds.hoursOver + hour + pickupHours) / 24);
  return pickupHours + 24 * (pickupEnds.daysLater[day] ?? 0);
}

/** The holds for which a copy is set aside. */
export function readyHolds({ collections }: KnownQueue): readonly KnownHold[] {
  return collections.flatMap(({ pickups }) => pickups.flatMap(({ hold }) => hold ?? []));
}

/** The holds that are ready or suspended now. */
export function absentHolds(queue: KnownQueue): readonly KnownHold[] {
  const { holds, suspended = [] } = queue;
  const returning = holds.filter(({ returnsIn, placedIn }) => returnsIn > 0 && placedIn === undefined);
  return [...readyHolds(queue), ...suspended, ...returning];
}

export function isWaiting({ returnsIn }: KnownHold): boolean {
  return returnsIn === 0;
}

export function ownedIn(collections: readonly Pick<KnownCollection, 'owned'>[]): number {
  return collections.reduce((sum, { owned }) => sum + owned, 0);
}

/** The time at which the last copy for the category is gone, because its licence ends; Infinity: there are others. */
export function lastEndFor({ collections }: KnownQueue, category: string): number {
  const ends = collections
    .filter(({ categories }) => categories.includes(category))
    .flatMap(({ owned, licensed = 0, licences = [] }) => [
      ...(owned > licensed ? [Infinity] : []),
      ...licences.map(({ endsIn, isRenewed }) => (isRenewed === true ? Infinity : (endsIn ?? Infinity))),
    ]);
  return ends.length === 0 ? Infinity : Math.max(...ends);
}

/** Whether a licence of the queue ends, or gives a last loan. */
export function hasEnds({ collections }: KnownQueue): boolean {
  return collections.some(({ licences = [] }) =>
    licences.some(({ endsIn, loansLeft }) => endsIn !== null || loansLeft !== null),
  );
}

/** The same queue, if the library renewed every licence that ends. */
export function withRenewals(queue: KnownQueue): KnownQueue {
  const collections = queue.collections.map((each) =>
    each.licences === undefined
      ? each
      : { ...each, licences: each.licences.map((licence) => ({ ...licence, isRenewed: true })) },
  );
  return { ...queue, collections };
}

/** The same queue, if the library had more copies in one collection. */
export function withCopies(queue: KnownQueue, collectionId: string, copies: number): KnownQueue {
  const collections = queue.collections.map((each) =>
    each.collectionId === collectionId ? { ...each, owned: each.owned + copies } : each,
  );
  return { ...queue, collections };
}

/** The collection that the patrons of most of these holds may use, and of several the one with most copies; undefined without any. */
export function collectionForMost<Collection extends Pick<KnownCollection, 'categories' | 'owned'>>(
  collections: readonly Collection[],
  holds: readonly { readonly category: string }[],
): Collection | undefined {
  const byCategory = Map.groupBy(holds, ({ category }) => category);
  const numberOf = ({ categories }: Collection): number =>
    categories.reduce((sum, category) => sum + (byCategory.get(category)?.length ?? 0), 0);
  return collections.toSorted((a, b) => numberOf(b) - numberOf(a) || b.owned - a.owned)[0];
}
