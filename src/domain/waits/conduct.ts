/** The behaviour of patrons with copies and holds, and of the library with titles that they wait for. All times are in hours. */
export interface Conduct {
  /**
   * @param at the time from which on it has the hours that are left; absent: now
   * @returns the time from then until the copy is back
   */
  returnLoan(loan: RunningLoan, at?: number): number;
  /**
   * @param isSecond the hold's first pickup was missed
   * @param at as for a loan
   * @returns the time from then until the copy is borrowed, or free again
   */
  pickUp(pickup: RunningPickup, isSecond?: boolean, at?: number): PickupResult;
  /** @returns the time until the hold is removed, if no copy arrives */
  giveUp(): number;
  /** @returns the time until the library has one more copy of a title with so many holds and copies */
  buy(holds: number, copies: number): number;
}

/** A loan, or a copy that is set aside: its longest time, and how much of that is left. */
export interface RunningLoan {
  readonly hours: number;
  readonly left: number;
}
export type RunningPickup = RunningLoan;

export interface PickupResult {
  readonly after: number;
  readonly isBorrowed: boolean;
}

/** Every loan and every pickup takes all of its time, no hold is removed, and no copy is bought. */
export const WORST_CASE: Conduct = {
  returnLoan: ({ left }) => left,
  pickUp: ({ left }) => ({ after: left, isBorrowed: true }),
  giveUp: () => Infinity,
  buy: () => Infinity,
};
