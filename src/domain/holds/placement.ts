import { Refusal, refusal, refusedField } from '../errors.js';
import { daysAfter } from './suspension.js';

/** The facts that decide whether a patron may place a hold on a title that they have on loan, to borrow it again. */
export interface RenewalFacts {
  /** The end of the patron's own loan of the title; null: they have none. */
  readonly borrowedUntil: Date | null;
  /** The number of last days of a loan in which it can be renewed; 0: the library renews none. */
  readonly renewalDays: number;
  readonly now: Date;
}

/** The facts that decide whether a patron may place a hold. */
export interface PlacementFacts extends RenewalFacts {
  /** The title is in one of the collections that the patron's category may use. */
  readonly inPatronsCollections: boolean;
  readonly alreadyOnHold: boolean;
  /** Live holds of the patron, suspended and ready ones included. Those that are alternatives to each other count as one. */
  readonly liveHolds: number;
  readonly holdLimit: number;
}

/** The address that a hold keeps: none with `ignoreHoldEmail`, even if one was sent. */
export function noticeAddress(wanted: {
  readonly ignoreHoldEmail: boolean | undefined;
  readonly emailAddress: string | null | undefined;
}): string | null {
  return wanted.ignoreHoldEmail === true ? null : (wanted.emailAddress ?? null);
}

/** How many years ahead the last day of a hold may lie. */
const MAX_YEARS = 10;

/**
 * @param day the last day on which the patron wants the title, `YYYY-MM-DD`
 * @param today in the library's time zone
 * @throws Refusal `InvalidFieldValue`
 */
export function permitLastDay(day: string, today: string): void {
  const latest = `${Number(today.slice(0, 4)) + MAX_YEARS}${today.slice(4)}`;
  if (day < today || day > latest)
    throw refusedField(
      'notNeededAfter',
      `must be a day from today (${today} at the library) to ${MAX_YEARS} years from now.`,
    );
}

/** Whether the loan is in its last days, in which its patron may wait for the title again. */
export function isRenewable({ borrowedUntil, renewalDays, now }: RenewalFacts): boolean {
  return borrowedUntil !== null && renewalDays > 0 && daysAfter(borrowedUntil, -renewalDays) <= now;
}

/**
 * @param isAlternative the hold will be an alternative to another one, and count with it as one
 * @throws Refusal when the patron may not place a hold on the title
 */
export function permitPlacement(facts: PlacementFacts, isAlternative = false): void {
  if (facts.alreadyOnHold) throw refusal('AlreadyOnWaitList');
  if (!facts.inPatronsCollections) throw refusal('NotFound');
  if (facts.borrowedUntil !== null && !isRenewable(facts)) throw notRenewable(facts);
  if (!isAlternative) permitOneMore(facts);
}

/** @throws Refusal `PatronExceededHoldLimit` when the patron may not have one more hold that counts */
export function permitOneMore(facts: Pick<PlacementFacts, 'liveHolds' | 'holdLimit'>): void {
  if (facts.liveHolds >= facts.holdLimit)
    throw new Refusal('PatronExceededHoldLimit', `Patron has reached the limit of ${facts.holdLimit} holds.`);
}

function notRenewable({ renewalDays }: RenewalFacts): Refusal {
  if (renewalDays === 0) return refusal('TitleAlreadyCheckedOut');
  return new Refusal(
    'NotWithinRenewalWindow',
    `Patron has checked out this title and can place a hold on it from ${24 * renewalDays} hours before the loan ends.`,
  );
}
