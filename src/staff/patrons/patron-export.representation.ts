import type { BorrowedTitle } from '../../checkouts/checkouts.store.js';
import {
  type Condition,
  conditionOf,
  type CopiesLost,
  type NotNeeded,
  visiblePlace,
} from '../../domain/holds/hold.js';
import { traceOf } from '../../domain/holds/hold-trace.js';
import type { Suspension, SuspensionType } from '../../domain/holds/suspension.js';
import { type Day, representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { CrossRefId, FormatType, ReserveId } from '../../http/answers/title.representation.js';
import type { ActionName } from '../actions/action-log.js';
import type { PatronExport } from './patron-export.store.js';
import { type HoldEventRecord, representHoldEvent } from '../hold-traces/hold-traces.representation.js';

/** All data about one patron: the library's answer to a patron's request for access to personal data. */
export interface PatronExportRecord {
  readonly patron: PatronExport['patron'] & { readonly hasPin: boolean };
  readonly holds: readonly ExportedHoldRecord[];
  readonly checkouts: readonly ExportedCheckoutRecord[];
  readonly watches: readonly ExportedWatchRecord[];
  /** The browsers that take the patron’s push messages; their secrets mean nothing to the patron. */
  readonly pushSubscriptions: readonly ExportedPushSubscriptionRecord[];
  readonly tokens: readonly { readonly expires: Timestamp }[];
  /** Answers that are stored for requests with an `Idempotency-Key`. They can't be read without the key. */
  readonly idempotencyKeys: readonly { readonly expires: Timestamp }[];
  /** What staff did for the patron in the last 90 days, the earliest first. */
  readonly staffActions: readonly { readonly at: Timestamp; readonly action: ActionName }[];
}

export interface ExportedHoldRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly condition: Condition;
  /** Null if the hold was placed without an address. */
  readonly emailAddress: string | null;
  /** As shown to the patron: 1 for a ready hold. */
  readonly holdListPosition: number;
  /** As shown to the patron: 1 for a ready hold. */
  readonly numberOfHolds: number;
  readonly holdPlacedDate: Timestamp;
  readonly holdExpires: Timestamp | null;
  readonly suspension: ExportedSuspension | null;
  readonly missedPickups: number;
  /** The last day on which the patron wants the title; null: whenever it comes. */
  readonly notNeeded: ExportedLastDay | null;
  /** The titles of the other holds of which the patron wants one, whichever comes first. */
  readonly alternatives: readonly ReserveId[];
  /** Null: the library owns a copy that the patron may borrow, or it never did. */
  readonly copiesLost: ExportedLoss | null;
  /** What was said about the wait when the hold was placed; null if nothing was, or only the worst case. */
  readonly toldWait: EstimateAtPlacementRecord | null;
  /** When the patron was told that the title is likely to be ready soon. */
  readonly toldSoon: Timestamp | null;
  /** What happened to the hold, as far as it is recorded. */
  readonly events: readonly HoldEventRecord[];
}

export interface EstimateAtPlacementRecord {
  readonly likelyBy: Timestamp;
  readonly latestBy: Timestamp;
  /**
   * What two simple rules would have said, in minutes: the wait of the last hold that had become ready, and the place times the lending
   * period by the copies. The patron was not told it; it shows how good the estimates are. Null: the rule knew nothing.
   */
  readonly minutesByRules: readonly (number | null)[];
}

export interface ExportedSuspension {
  readonly suspensionType: SuspensionType;
  /** Null for an indefinite one. */
  readonly until: Timestamp | null;
  /** When an indefinite one began; null if it is not known. */
  readonly since: Timestamp | null;
  /** When the hold ends with its indefinite suspension; null if no end was announced. */
  readonly announcedEnd: Timestamp | null;
  /** The name of the closed days because of which the library has suspended the hold; null: that is not why. */
  readonly closure: string | null;
}

export interface ExportedLastDay {
  readonly after: Day;
  /** The end of that day in the time zone that the library had when the day was given. */
  readonly from: Timestamp;
}

export interface ExportedLoss {
  /** Since when the library owns no copy any more. */
  readonly since: Timestamp;
  /** When the hold ends if no copy comes; null if the patron was told no end. */
  readonly holdEnds: Timestamp | null;
}

/** A title that the patron watches. */
export interface ExportedWatchRecord {
  readonly reserveId: ReserveId;
  /** Null: the patron is told nothing. */
  readonly emailAddress: string | null;
  readonly watchedSince: Timestamp;
  /** The library owned copies that the patron may use, as far as the patron was told. */
  readonly wasOwned: boolean;
  /** When the patron was told last; null: never. */
  readonly told: Timestamp | null;
}

/** A browser that takes push messages. */
export interface ExportedPushSubscriptionRecord {
  /** Where its push service takes messages. */
  readonly endpoint: string;
  readonly addedAt: Timestamp;
  /** Null: the push service has accepted the latest message. */
  readonly refusedAt: Timestamp | null;
  readonly refusedStatus: number | null;
}

export interface ExportedCheckoutRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly checkoutDate: Timestamp;
  readonly expires: Timestamp;
  readonly formatType: FormatType | null;
}

export function representPatronExport({
  patron,
  hasPin,
  holds,
  checkouts,
  watches,
  pushSubscriptions,
  tokenEnds,
  idempotencyKeyEnds,
  staffActions,
}: PatronExport): PatronExportRecord {
  return {
    patron: { ...patron, hasPin },
    holds: holds.map(representHold),
    checkouts: checkouts.map(representCheckout),
    watches: watches.map(({ reserveId, emailAddress, watchedAt, wasOwned, toldAt }) => ({
      reserveId,
      emailAddress,
      watchedSince: representTime(watchedAt),
      wasOwned,
      told: toldAt && representTime(toldAt),
    })),
    pushSubscriptions: pushSubscriptions.map(({ endpoint, createdAt, refusedAt, refusedStatus }) => ({
      endpoint,
      addedAt: representTime(createdAt),
      refusedAt: refusedAt && representTime(refusedAt),
      refusedStatus,
    })),
    tokens: tokenEnds.map((end) => ({ expires: representTime(end) })),
    idempotencyKeys: idempotencyKeyEnds.map((end) => ({ expires: representTime(end) })),
    staffActions: staffActions.map(({ at, action }) => ({ at: representTime(at), action })),
  };
}

function representHold({
  events,
  reserveId,
  crossRefId,
  hold,
  now,
  place,
  queueLength,
  alternatives,
  closure,
  ...told
}: PatronExport['holds'][number]): ExportedHoldRecord {
  const { pickup } = hold;
  const condition = conditionOf(hold, now);
  const visible = visiblePlace(condition, { place, queueLength });
  const suspension = condition === 'suspended' ? hold.suspension : null;
  return {
    reserveId,
    crossRefId,
    condition,
    emailAddress: hold.emailAddress,
    holdListPosition: visible.place,
    numberOfHolds: visible.queueLength,
    holdPlacedDate: representTime(hold.placedAt),
    holdExpires: pickup && representTime(pickup.expiresAt),
    suspension: suspension && representSuspension(suspension, closure),
    missedPickups: hold.missedPickups,
    notNeeded: hold.notNeeded === undefined ? null : representLastDay(hold.notNeeded),
    alternatives: alternatives ?? [],
    copiesLost: hold.copiesLost === undefined ? null : representLoss(hold.copiesLost),
    toldWait: representEstimateAtPlacement(told),
    toldSoon: told.soonToldAt && representTime(told.soonToldAt),
    events: traceOf(events, []).map(representHoldEvent),
  };
}

function representEstimateAtPlacement({
  likelyAtPlacement,
  latestAtPlacement,
  rulesAtPlacement,
}: Pick<
  PatronExport['holds'][number],
  'likelyAtPlacement' | 'latestAtPlacement' | 'rulesAtPlacement'
>): EstimateAtPlacementRecord | null {
  if (likelyAtPlacement === null || latestAtPlacement === null) return null;
  return {
    likelyBy: representTime(likelyAtPlacement),
    latestBy: representTime(latestAtPlacement),
    minutesByRules: rulesAtPlacement,
  };
}

function representSuspension(suspension: Suspension, closure: string | undefined): ExportedSuspension {
  const { since, announcedEnd } = suspension.type === 'indefinite' ? suspension : {};
  return {
    suspensionType: suspension.type,
    until: suspension.type === 'limited' ? representTime(suspension.until) : null,
    since: since === undefined ? null : representTime(since),
    announcedEnd: announcedEnd === undefined ? null : representTime(announcedEnd),
    closure: closure ?? null,
  };
}

function representLoss({ since, holdEnds }: CopiesLost): ExportedLoss {
  return { since: representTime(since), holdEnds: holdEnds === undefined ? null : representTime(holdEnds) };
}

function representLastDay({ after, from }: NotNeeded): ExportedLastDay {
  return { after, from: representTime(from) };
}

function representCheckout(borrowed: BorrowedTitle): ExportedCheckoutRecord {
  const { reserveId, crossRefId, checkedOutAt, expiresAt, formatType } = borrowed;
  return {
    reserveId,
    crossRefId,
    checkoutDate: representTime(checkedOutAt),
    expires: representTime(expiresAt),
    formatType,
  };
}
