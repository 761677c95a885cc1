import { conditionOf, type CopiesLost, type HoldAction, visiblePlace } from '../domain/holds/hold.js';
import { daysLeft, type Suspension, type SuspensionType } from '../domain/holds/suspension.js';
import type { Action } from '../http/answers/action.representation.js';
import type { Addresses, Link } from '../http/answers/addresses.js';
import { type EstimatedWaitMembers, representWait } from '../http/answers/estimated-wait.representation.js';
import { type Day, representTime, type Timestamp } from '../http/answers/timestamp.representation.js';
import type { CrossRefId, ReserveId } from '../http/answers/title.representation.js';
import {
  type HoldListActions,
  representActions,
  representListActions,
} from './hold-actions.representation.js';
import type { HeldTitle } from './holds.store.js';

/**
 * A hold, as the answer to its suspension shows it: the members that every answer has.
 * @see contract: #hold-record
 */
export interface HoldRecord extends EstimatedWaitMembers {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  /** Empty for a hold placed with `ignoreHoldEmail`. */
  readonly emailAddress: string;
  /** The patron's place in the queue, 1 = first. A ready hold shows 1. */
  readonly holdListPosition: number;
  /** All holds in the queue. A ready hold shows 1. */
  readonly numberOfHolds: number;
  /** Only of a suspended hold. */
  readonly holdSuspension?: SuspensionRecord;
  /** When the suspension ends by itself. Only of a limited one. */
  readonly suspensionEndsDate?: Timestamp;
  readonly holdPlacedDate: Timestamp;
  /** Only of a ready hold: until when its copy is set aside. */
  readonly holdExpires?: Timestamp;
  /** The last day on which the patron wants the title: a hold that is not ready then ends. Only if the patron gave one. */
  readonly notNeededAfter?: Day;
  /** The titles of the patron’s other holds of which they want one, whichever comes first. Only if there are some. */
  readonly alternatives?: readonly ReserveId[];
  /** Only while the library owns no copy any more that the patron may borrow. */
  readonly copiesLost?: CopiesLostRecord;
  readonly links: { readonly self: Link };
  /** What may be done to the hold now. */
  readonly actions: Readonly<Partial<Record<HoldAction, Action>>>;
}

/** A hold as its placement answers it. */
export interface PlacedHoldRecord extends HoldRecord {
  /** `otherFormats`: in which other formats the title can be had. */
  readonly links: { readonly self: Link; readonly metadata: Link; readonly otherFormats: Link };
}

/** A hold as the list and GET of one hold answer it. */
export interface ListedHoldRecord extends PlacedHoldRecord {
  readonly autoCheckout: false;
}

export interface SuspensionRecord {
  readonly suspensionType: SuspensionType;
  /** Days left, rounded up; 0 for an indefinite suspension. */
  readonly numberOfDays: number;
  /** When the hold ends unless it is released, once that was announced. Only of an indefinite suspension. */
  readonly holdEnds?: Timestamp;
  /** The name of the closed days because of which the library has suspended the hold. Absent: that is not why. */
  readonly closure?: string;
}

export interface CopiesLostRecord {
  readonly since: Timestamp;
  /** When the hold ends if no copy comes, once the patron was told. Absent: it stays. */
  readonly holdEnds?: Timestamp;
}

export interface HoldListRecord {
  readonly totalItems: number;
  readonly holds: readonly ListedHoldRecord[];
  /** `pace`: how many of them are ready at the same time. */
  readonly links: { readonly self: Link; readonly pace: Link };
  /** What may be done to all of them at once. Absent from an empty list. */
  readonly actions?: HoldListActions;
}

export function representPlacedHold(held: HeldTitle, addresses: Addresses): PlacedHoldRecord {
  const record = representHold(held, addresses);
  const { collectionToken, reserveId } = held;
  const metadata = addresses.catalogLink(addresses.metadata(collectionToken, reserveId));
  const otherFormats = addresses.catalogLink(addresses.otherFormats(collectionToken, reserveId));
  return { ...record, links: { ...record.links, metadata, otherFormats } };
}

/** The members are in the order of the published table (contract: #hold-record). */
export function representListedHold(held: HeldTitle, addresses: Addresses): ListedHoldRecord {
  const { reserveId, crossRefId, emailAddress, ...others } = representPlacedHold(held, addresses);
  return { reserveId, crossRefId, emailAddress, autoCheckout: false, ...others };
}

export function representHoldList(held: readonly HeldTitle[], addresses: Addresses): HoldListRecord {
  return {
    totalItems: held.length,
    holds: held.map((one) => representListedHold(one, addresses)),
    links: {
      self: addresses.circulationLink(addresses.holds),
      pace: addresses.circulationLink(addresses.pace),
    },
    ...(held.length > 0 && { actions: representListActions(held, addresses) }),
  };
}

export function representHold(held: HeldTitle, addresses: Addresses): HoldRecord {
  const { hold, now, reserveId } = held;
  const condition = conditionOf(hold, now);
  const { place, queueLength } = visiblePlace(condition, held);
  return {
    reserveId,
    crossRefId: held.crossRefId,
    emailAddress: hold.emailAddress ?? '',
    holdListPosition: place,
    numberOfHolds: queueLength,
    ...(condition === 'suspended' && hold.suspension && suspensionMembers(hold.suspension, held)),
    holdPlacedDate: representTime(hold.placedAt),
    ...(hold.pickup && { holdExpires: representTime(hold.pickup.expiresAt) }),
    ...(hold.notNeeded && { notNeededAfter: hold.notNeeded.after }),
    ...(held.alternatives?.length && { alternatives: held.alternatives }),
    ...(condition !== 'ready' && hold.copiesLost && { copiesLost: representCopiesLost(hold.copiesLost) }),
    ...representWait(held.wait),
    links: { self: addresses.circulationLink(addresses.hold(reserveId)) },
    actions: representActions(held, addresses),
  };
}

function representCopiesLost({ since, holdEnds }: CopiesLost): CopiesLostRecord {
  return { since: representTime(since), ...(holdEnds && { holdEnds: representTime(holdEnds) }) };
}

function suspensionMembers(
  suspension: Suspension,
  held: HeldTitle,
): Pick<HoldRecord, 'holdSuspension' | 'suspensionEndsDate'> {
  return {
    holdSuspension: representSuspension(suspension, held),
    ...(suspension.type === 'limited' && { suspensionEndsDate: representTime(suspension.until) }),
  };
}

export function representSuspension(
  suspension: Suspension,
  { now, closure }: Pick<HeldTitle, 'now' | 'closure'>,
): SuspensionRecord {
  const announcedEnd = suspension.type === 'indefinite' ? suspension.announcedEnd : undefined;
  return {
    suspensionType: suspension.type,
    numberOfDays: daysLeft(suspension, now),
    ...(announcedEnd && { holdEnds: representTime(announcedEnd) }),
    ...(closure !== undefined && { closure }),
  };
}
