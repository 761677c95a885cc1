import { conditionOf, type HoldAction } from '../domain/hold.js';
import { daysLeft, type Suspension, type SuspensionType } from '../domain/suspension.js';
import type { Action } from '../http/action.representation.js';
import type { Addresses, Link } from '../http/addresses.js';
import { representTime } from '../http/timestamp.representation.js';
import { representActions } from './hold-actions.representation.js';
import type { HeldTitle } from './holds.store.js';

/** A hold record (contract, Hold record). Which members are present differs by operation. */
export interface HoldRecord {
  readonly reserveId: string;
  readonly crossRefId: number;
  /** Empty for a hold placed with ignoreHoldEmail. */
  readonly emailAddress: string;
  readonly autoCheckout?: false;
  readonly holdListPosition: number;
  readonly numberOfHolds: number;
  readonly holdSuspension?: SuspensionRecord;
  readonly holdPlacedDate: string;
  readonly holdExpires?: string;
  readonly links: { readonly self: Link; readonly metadata?: Link };
  readonly actions: Readonly<Partial<Record<HoldAction, Action>>>;
}

export interface SuspensionRecord {
  readonly suspensionType: SuspensionType;
  /** Days left, rounded up; 0 for an indefinite suspension. */
  readonly numberOfDays: number;
}

export interface HoldListRecord {
  readonly totalItems: number;
  readonly holds: readonly HoldRecord[];
  readonly links: { readonly self: Link };
}

/** As the placement answers it: without autoCheckout. */
export function representPlacedHold(held: HeldTitle, addresses: Addresses): HoldRecord {
  return represent(held, addresses, { autoCheckout: false, metadata: true });
}

/** As the list and GET of one hold answer it: with everything. */
export function representListedHold(held: HeldTitle, addresses: Addresses): HoldRecord {
  return represent(held, addresses, { autoCheckout: true, metadata: true });
}

/** As the suspension answers it: with neither autoCheckout nor the link to the metadata. */
export function representSuspendedHold(held: HeldTitle, addresses: Addresses): HoldRecord {
  return represent(held, addresses, { autoCheckout: false, metadata: false });
}

export function representHoldList(held: readonly HeldTitle[], addresses: Addresses): HoldListRecord {
  return {
    totalItems: held.length,
    holds: held.map((one) => representListedHold(one, addresses)),
    links: { self: addresses.circulationLink(addresses.holds) },
  };
}

interface Members {
  readonly autoCheckout: boolean;
  readonly metadata: boolean;
}

function represent(held: HeldTitle, addresses: Addresses, members: Members): HoldRecord {
  const { hold, now, reserveId } = held;
  const condition = conditionOf(hold, now);
  const isReady = condition === 'ready';
  return {
    reserveId,
    crossRefId: held.crossRefId,
    emailAddress: hold.emailAddress ?? '',
    ...(members.autoCheckout && { autoCheckout: false as const }),
    // A copy is set aside for a ready hold: nobody stands before it, whatever its ticket.
    holdListPosition: isReady ? 1 : held.place,
    numberOfHolds: isReady ? 1 : held.queueLength,
    ...(condition === 'suspended' &&
      hold.suspension && { holdSuspension: representSuspension(hold.suspension, now) }),
    holdPlacedDate: representTime(hold.placedAt),
    ...(hold.pickup && { holdExpires: representTime(hold.pickup.expiresAt) }),
    links: {
      self: addresses.circulationLink(addresses.hold(reserveId)),
      ...(members.metadata && {
        metadata: addresses.contentLink(addresses.metadata(held.collectionToken, reserveId)),
      }),
    },
    actions: representActions(held, addresses),
  };
}

function representSuspension(suspension: Suspension, now: Date): SuspensionRecord {
  return { suspensionType: suspension.type, numberOfDays: daysLeft(suspension, now) };
}
