import type { FormatClass } from '../lending-period.js';

/**
 * Facts that events have for the processes that publish them, but not for readers of the feed. No fact names a title or a time beside a
 * patron. Lengths of time are in minutes.
 */

/** A hold before the change. */
export interface HoldFacts {
  readonly formatClass: FormatClass;
  readonly pickupHours: number;
  /** The time since its placement. */
  readonly waited: number;
  /** The time since a copy was set aside for it; null: none is. */
  readonly ready: number | null;
  readonly hasMissed: boolean;
  /** It was never ready or suspended before, and its patron has no limit of ready holds: the wait was the queue's. */
  readonly hasOnlyWaited: boolean;
  /** The estimated time from its placement until it is ready, as its patron was told; null: none was told. */
  readonly toldLikely: number | null;
  readonly toldLatest: number | null;
  /** The estimates of two simple rules: the last hold's wait, and place × lending period ÷ copies. */
  readonly toldByRules: readonly (number | null)[];
}

/** A loan that has ended. */
export interface LoanFacts {
  readonly formatClass: FormatClass;
  readonly loanDays: number;
  /** How much of its lending period it lasted. */
  readonly tenths: number;
}

/** Copies that were added to a title that patrons wait for, or taken away, if below 0. */
export interface PurchaseFacts {
  readonly formatClass: FormatClass;
  readonly bought: number;
  readonly liveHolds: number;
  /** The number before the change. */
  readonly owned: number;
}

/** The length of a loan is counted in these parts of its lending period. */
export const LOAN_TENTHS = 10;
