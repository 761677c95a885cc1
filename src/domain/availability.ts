import { conditionOf, type Hold } from './hold.js';

/** What must be known to say what a patron may do with a title. */
export interface AvailabilityFacts {
  /** A copy that the patron may use is free. */
  readonly isCopyFree: boolean;
  /** The patron has the title on loan. */
  readonly isBorrowed: boolean;
  /** The library no longer has the title, but some copies are on loan. */
  readonly isWithdrawn: boolean;
  /** The patron's own hold on the title, as it is now. */
  readonly hold: Hold | undefined;
}

export type TitleAction = 'checkout' | 'hold';

/**
 * What the catalog offers: to borrow a copy that is free or set aside for the patron, or else to place a hold. It offers
 * nothing to a patron who has the title or waits for it, and no hold on a withdrawn title. The patron's limits are ignored:
 * they change from day to day, and the catalog would seem to have fewer copies than it has.
 */
export function titleActionFor(
  { isCopyFree, isBorrowed, isWithdrawn, hold }: AvailabilityFacts,
  now: Date,
): TitleAction | undefined {
  if (isBorrowed) return undefined;
  if (isCopyFree || (hold !== undefined && conditionOf(hold, now) === 'ready')) return 'checkout';
  return hold === undefined && !isWithdrawn ? 'hold' : undefined;
}
