/**
 * The counts of a library's behaviour from which waits are estimated:
 * - `loan`: how much of its period a loan lasted, in tenths, up to `LOAN_TENTHS`. The period is the loan's, in days.
 * - `pickup`: the result of setting a copy aside. The period is the time for the pickup, in hours.
 * - `pickup-again`: the same, for a hold whose first pickup was missed.
 * - `waiting`: how a wait ended; the amount is its length in hours. Once a day the waiting holds are counted too: the amount is the hours of
 *   that day. There is no period.
 * - `told-likely`, `told-latest`: whether a hold was ready by the time that its patron was told at the placement, also where it left later;
 *   the amount is the pinball loss, in hours. The period is the horizon, in days.
 * - `told-left`: a hold was removed or suspended before the latest time that its patron was told. The period is the horizon.
 * - `off-last-wait`, `off-place`: the error of what a patron was told, and of a simple rule: the wait of the last hold to become ready, or
 *   place × lending period ÷ copies. The amount is in hours, the period is the horizon.
 * - `bought`: the library added copies to a title that patrons wait for; the amount is how many, below 0 if there are fewer. The bucket is
 *   the number of holds per copy, see `HOLDS_PER_COPY`. There is no period.
 * - `waited-for`: a day on which patrons waited for a title. The bucket is that of `bought`.
 */
export type Measure =
  | 'loan'
  | 'pickup'
  | 'pickup-again'
  | 'waiting'
  | 'told-likely'
  | 'told-latest'
  | 'told-left'
  | 'off-last-wait'
  | 'off-place'
  | 'bought'
  | 'waited-for';

/** Buckets of `pickup`: borrowed within so many hours. Bucket 0 is before the first, bucket 10 after the last of them. */
export const PICKUP_HOURS = [2, 4, 8, 12, 24, 36, 48, 72, 120, 168] as const;
/** A bucket of `pickup`: the copy was not borrowed. */
export const PICKUP_MISSED = 20;
/** A bucket of `pickup`: the patron gave the copy up. */
export const PICKUP_SUSPENDED = 21;
export const PICKUP_REMOVED = 22;

/** Buckets of `waiting`. */
export const WAIT_READY = 0;
export const WAIT_REMOVED = 1;
export const WAIT_GOES_ON = 2;

/** Buckets of `bought` and `waited-for`: bucket 0 is fewer holds per copy than the first, and so on. */
const HOLDS_PER_COPY = [0.5, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32] as const;
export const HOLDS_PER_COPY_BUCKETS = HOLDS_PER_COPY.length + 1;

/** A library buys rarely, and as it has bought before: purchases half a year ago count half. */
export const PURCHASE_KEPT_OF_A_DAY = 0.996;

export function holdsPerCopyBucket(holds: number, copies: number): number {
  const perCopy = holds / Math.max(1, copies);
  return HOLDS_PER_COPY.filter((from) => from <= perCopy).length;
}

/** Buckets of `told-likely` and `told-latest`. Estimates are in whole hours: a hold that was ready in that hour counts half as late. */
export const READY_LATER = 0;
export const READY_BEFORE = 1;
export const READY_IN_THAT_HOUR = 2;

/** Buckets of `off-last-wait` and `off-place`. */
export const OF_ESTIMATE = 0;
export const BY_RULE = 1;

/** An estimated wait has at least so many days, and less than the next number. */
export const HORIZON_DAYS = [0, 7, 14, 28, 56, 112] as const;

/** How often a hold should be ready by the estimated time. */
export const LIKELY = 0.5;
export const LATEST = 0.9;

/** The number of observations of a kind in a week. */
export interface ObservationCount {
  readonly measure: string;
  readonly formatClass: string;
  readonly period: number;
  readonly bucket: number;
  readonly count: number;
  readonly amount: number;
}
