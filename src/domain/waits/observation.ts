/**
 * What is counted of the patrons of a library, to estimate waits from:
 * - `loan`: how much of its time a loan lasted, in tenths; 10 is to the end. The period is the loan's, in days.
 * - `pickup`: what became of a copy that was set aside. The period is the time for the pickup, in hours.
 * - `waiting`: how a wait ended; the amount is how long it lasted, in hours. There is no period.
 */
export const MEASURES = ['loan', 'pickup', 'waiting'] as const;
export type Measure = (typeof MEASURES)[number];

/** Of `loan`. */
export const LOAN_TENTHS = 10;

/** Of `pickup`: borrowed within so many hours. Bucket 0 is before the first, bucket 10 after the last of them. */
export const PICKUP_HOURS = [2, 4, 8, 12, 24, 36, 48, 72, 120, 168] as const;
/** Of `pickup`: the copy was not borrowed. */
export const PICKUP_MISSED = 20;
/** Of `pickup`: the patron gave the copy up. */
export const PICKUP_SUSPENDED = 21;
export const PICKUP_REMOVED = 22;

/** Of `waiting`. */
export const WAIT_READY = 0;
export const WAIT_REMOVED = 1;

/** So many of a kind, in a week. */
export interface ObservationCount {
  readonly measure: string;
  readonly formatClass: string;
  readonly period: number;
  readonly bucket: number;
  readonly count: number;
  readonly amount: number;
}
