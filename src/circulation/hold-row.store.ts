import type { CopiesLost, Hold, HoldRules, NotNeeded } from '../domain/holds/hold.js';
import type { SuspensionType } from '../domain/holds/suspension.js';
import { pickupEndOf } from './due/due.store.js';

/** The columns of a hold `h` that make a `Hold`, for every statement that reads one. */
export const HOLD_COLUMNS = `
  h.ticket, h.email_address AS "emailAddress", h.placed_at AS "placedAt",
  h.suspension_type AS "suspensionType", h.suspended_until AS "suspendedUntil",
  h.suspended_since AS "suspendedSince", h.suspension_ends_at AS "suspensionEndsAt",
  h.copies_lost_at AS "copiesLostAt", h.copies_loss_ends_at AS "copiesLossEndsAt",
  h.not_needed_after::text AS "notNeededAfter", h.not_needed_from AS "notNeededFrom", h.alternatives_id AS "alternativesId",
  h.collection_id AS "collectionId", h.expires_at AS "expiresAt", h.missed_pickups AS "missedPickups",
  CASE WHEN h.notice_sent_for IS DISTINCT FROM h.expires_at THEN h.extendable_to END AS "extendableTo"`;

/** The columns of a library `l` that make its `HoldRules`. */
export const RULE_COLUMNS = `
  l.missed_pickup AS "missedPickup", l.suspension_ends_after_days AS "suspensionEndsAfterDays"`;

/** SQL for "the hold `h` waits for a copy", as its index `hold_waiting` has it: it is neither ready nor suspended. */
export const IS_WAITING = 'h.collection_id IS NULL AND h.suspension_type IS NULL';

/** SQL for the hold limit of a patron `p` of the category `pc` of the library `l`: the patron's own, else the category's, else the library's. */
export const HOLD_LIMIT = 'COALESCE(p.hold_limit, pc.hold_limit, l.hold_limit)';
/** SQL for "the patron's hold limit is the library's own". */
export const HAS_LIBRARYS_HOLD_LIMIT = '(p.hold_limit IS NULL AND pc.hold_limit IS NULL)';
export const CHECKOUT_LIMIT = 'COALESCE(p.checkout_limit, pc.checkout_limit, l.checkout_limit)';

/** SQL for "time alone has ended this hold of the library `l`", as `holdAt` decides it. */
export const endedByTime = (h: string): string => `((
    (l.missed_pickup = 'cancel' OR ${h}.missed_pickups > 0)
      AND ${pickupEndOf(h)} <= service_now())
  OR (${h}.suspension_type = 'indefinite' AND ${h}.suspension_ends_at <= service_now()
      AND ${h}.suspended_since + make_interval(hours => 24 * l.suspension_ends_after_days) <= service_now())
  OR (${h}.not_needed_from <= service_now() AND (${h}.expires_at IS NULL OR ${pickupEndOf(h)} <= service_now()))) IS TRUE`;

export const ENDED_BY_TIME = endedByTime('h');

export interface HoldRow {
  readonly ticket: number;
  readonly emailAddress: string | null;
  readonly placedAt: Date;
  readonly suspensionType: SuspensionType | null;
  readonly suspendedUntil: Date | null;
  readonly suspendedSince: Date | null;
  readonly suspensionEndsAt: Date | null;
  readonly copiesLostAt: Date | null;
  readonly copiesLossEndsAt: Date | null;
  readonly notNeededAfter: string | null;
  readonly notNeededFrom: Date | null;
  readonly alternativesId: string | null;
  readonly collectionId: string | null;
  readonly expiresAt: Date | null;
  readonly missedPickups: number;
  readonly extendableTo: Date | null;
}

/** A hold that an outer join may not find. */
export type OuterJoined<Row> = { readonly [Column in keyof Row]: Row[Column] | null };

/** Undefined: the join has found none. */
export const presentHold = (row: OuterJoined<HoldRow>): HoldRow | undefined =>
  // A hold's ticket is never null. If it is there, so are the other columns.
  row.ticket === null ? undefined : (row as HoldRow);

/** The data beside a hold that decides its present state. */
export interface HoldContext extends HoldRules {
  readonly now: Date;
}

export function holdFrom(row: HoldRow): Hold {
  return {
    ticket: row.ticket,
    emailAddress: row.emailAddress,
    placedAt: row.placedAt,
    suspension: suspensionOf(row),
    pickup: pickupOf(row),
    missedPickups: row.missedPickups,
    ...(row.copiesLostAt && { copiesLost: copiesLostOf(row.copiesLostAt, row.copiesLossEndsAt) }),
    ...notNeededOf(row),
    ...(row.alternativesId !== null && { alternativesId: row.alternativesId }),
  };
}

function copiesLostOf(since: Date, holdEnds: Date | null): CopiesLost {
  return { since, ...(holdEnds && { holdEnds }) };
}

function notNeededOf({ notNeededAfter, notNeededFrom }: HoldRow): { readonly notNeeded?: NotNeeded } {
  if (notNeededAfter === null || notNeededFrom === null) return {};
  return { notNeeded: { after: notNeededAfter, from: notNeededFrom } };
}

function suspensionOf({
  suspensionType,
  suspendedUntil,
  suspendedSince,
  suspensionEndsAt,
}: HoldRow): Hold['suspension'] {
  if (suspensionType === null) return null;
  if (suspendedUntil !== null) return { type: 'limited', until: suspendedUntil };
  return {
    type: 'indefinite',
    ...(suspendedSince && { since: suspendedSince }),
    ...(suspensionEndsAt && { announcedEnd: suspensionEndsAt }),
  };
}

function pickupOf({ collectionId, expiresAt, extendableTo }: HoldRow): Hold['pickup'] {
  if (collectionId === null || expiresAt === null) return null;
  return { collectionId, expiresAt, ...(extendableTo && { extendableTo }) };
}
