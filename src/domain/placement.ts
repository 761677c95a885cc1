import { Refusal, refusal } from './errors.js';

/** What must be known to let a patron place a hold. */
export interface PlacementFacts {
  /** The title is in one of the collections that the patron's category may use. */
  readonly inPatronsCollections: boolean;
  readonly alreadyOnHold: boolean;
  readonly alreadyCheckedOut: boolean;
  /** Live holds of the patron, suspended and ready ones included. */
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

/** @throws Refusal when the patron may not place a hold on the title */
export function permitPlacement(facts: PlacementFacts): void {
  if (facts.alreadyOnHold) throw refusal('AlreadyOnWaitList');
  if (!facts.inPatronsCollections) throw refusal('NotFound');
  if (facts.alreadyCheckedOut) throw refusal('TitleAlreadyCheckedOut');
  if (facts.liveHolds >= facts.holdLimit)
    throw new Refusal('PatronExceededHoldLimit', `Patron has reached the limit of ${facts.holdLimit} holds.`);
}
