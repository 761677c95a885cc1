import { conditionOf, type Hold } from '../holds/hold.js';
import { isRenewable, type RenewalFacts } from '../holds/placement.js';

/** The facts that decide what a patron may do with a title. */
export interface AvailabilityFacts extends RenewalFacts {
  /** A copy that the patron may use is free. */
  readonly isCopyFree: boolean;
  /** The library no longer has the title, but some copies are on loan. */
  readonly isWithdrawn: boolean;
  /** The patron's own hold on the title, as it is now. */
  readonly hold: Hold | undefined;
}

export type TitleAction = 'checkout' | 'hold';

/**
 * The action that the catalog offers: to borrow a copy that is free or set aside for the patron, or else to place a hold. It offers nothing
 * to a patron who waits for the title, and no hold on a withdrawn one. A patron who has the title may wait for it again in the last days of
 * the loan, and borrow the copy that is then set aside. The patron's limits are ignored: they change from day to day, and the catalog would
 * seem to have fewer copies than it has.
 */
export function titleActionFor(facts: AvailabilityFacts): TitleAction | undefined {
  const { isCopyFree, borrowedUntil, isWithdrawn, hold, now } = facts;
  const isBorrowed = borrowedUntil !== null;
  if (hold !== undefined && conditionOf(hold, now) === 'ready') return 'checkout';
  if (isCopyFree && !isBorrowed) return 'checkout';
  const mayWait = hold === undefined && !isWithdrawn && (!isBorrowed || isRenewable(facts));
  return mayWait ? 'hold' : undefined;
}
