import type { Hold, MissedPickup } from '../domain/hold.js';
import type { SuspensionType } from '../domain/suspension.js';

/** The columns of a hold `h` that make a `Hold`, for every statement that reads one. */
export const HOLD_COLUMNS = `
  h.ticket, h.email_address AS "emailAddress", h.placed_at AS "placedAt",
  h.suspension_type AS "suspensionType", h.suspended_until AS "suspendedUntil",
  h.collection_id AS "collectionId", h.expires_at AS "expiresAt", h.missed_pickups AS "missedPickups"`;

export interface HoldRow {
  readonly ticket: number;
  readonly emailAddress: string | null;
  readonly placedAt: Date;
  readonly suspensionType: SuspensionType | null;
  readonly suspendedUntil: Date | null;
  readonly collectionId: string | null;
  readonly expiresAt: Date | null;
  readonly missedPickups: number;
}

/** What must be known beside a hold to say what it is now. */
export interface HoldCircumstances {
  readonly now: Date;
  readonly missedPickup: MissedPickup;
}

export function holdFrom(row: HoldRow): Hold {
  return {
    ticket: row.ticket,
    emailAddress: row.emailAddress,
    placedAt: row.placedAt,
    suspension: suspensionOf(row),
    pickup: pickupOf(row),
    missedPickups: row.missedPickups,
  };
}

function suspensionOf({ suspensionType, suspendedUntil }: HoldRow): Hold['suspension'] {
  if (suspensionType === null) return null;
  return suspendedUntil === null ? { type: 'indefinite' } : { type: 'limited', until: suspendedUntil };
}

function pickupOf({ collectionId, expiresAt }: HoldRow): Hold['pickup'] {
  return collectionId === null || expiresAt === null ? null : { collectionId, expiresAt };
}
