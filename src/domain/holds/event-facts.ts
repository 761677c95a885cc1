import type { FormatClass } from '../lending-period.js';

/**
 * What events tell the processes that publish them, and no reader of the feed. No fact names a title beside a patron, or a time: lengths of time
 * are in minutes.
 */

/** A hold, before it changed. */
export interface HoldFacts {
  readonly formatClass: FormatClass;
  readonly pickupHours: number;
  /** Since it was placed. */
  readonly waited: number;
  /** Since a copy was set aside for it; null: none is. */
  readonly ready: number | null;
  readonly hasMissed: boolean;
  /** It was never ready or suspended before, and its patron takes copies as they come: the wait was the queue's. */
  readonly hasOnlyWaited: boolean;
  /** When its patron was told that it would be ready, since it was placed; null: nothing was told. */
  readonly toldLikely: number | null;
  readonly toldLatest: number | null;
  /** What two simple rules would have told: the last hold's wait, and place × lending period ÷ copies. */
  readonly toldByRules: readonly (number | null)[];
}

/** A loan that has ended. */
export interface LoanFacts {
  readonly formatClass: FormatClass;
  readonly loanDays: number;
  /** How much of its time it lasted. */
  readonly tenths: number;
}

/** Copies that were added to a title that patrons wait for: below 0, they were taken away. */
export interface PurchaseFacts {
  readonly formatClass: FormatClass;
  readonly bought: number;
  readonly liveHolds: number;
  /** Before. */
  readonly owned: number;
}

/** How long a loan lasted is counted in these parts of its lending period. */
export const LOAN_TENTHS = 10;
