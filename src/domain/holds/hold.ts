import { type ErrorCode, refusal } from '../errors.js';
import { daysAfter, hasLastedTooLong, isOver, type Suspension } from './suspension.js';

/** A live hold, as stored. Its state at a moment follows from `holdAt` and `conditionOf`: no state is stored. */
export interface Hold {
  /** The order of placement in its queue; never changes. */
  readonly ticket: number;
  /** Null: placed with ignoreHoldEmail. */
  readonly emailAddress: string | null;
  readonly placedAt: Date;
  readonly suspension: Suspension | null;
  /** The copy set aside for this hold, and until when. */
  readonly pickup: Pickup | null;
  readonly missedPickups: number;
  /** Absent: the library owns a copy that the patron may use, or it never did. */
  readonly copiesLost?: CopiesLost;
  /** Absent: the patron wants the title whenever it comes. */
  readonly notNeeded?: NotNeeded;
  /** The same for holds of which the patron wants only the first that is ready. Absent: the title is wanted in any case. */
  readonly alternativesId?: string;
}

/** The patron wants the title until the end of a day. */
export interface NotNeeded {
  /** The last day, `YYYY-MM-DD`. */
  readonly after: string;
  /** The end of that day in the time zone that the library had when the day was given. */
  readonly from: Date;
}

/** The library no longer owns a copy that the patron may use. */
export interface CopiesLost {
  readonly since: Date;
  /** The end of the hold if no copy arrives, as its patron was told. Absent: it stays. */
  readonly holdEnds?: Date;
}

export interface Pickup {
  readonly collectionId: string;
  readonly expiresAt: Date;
  /** The end while no mail server has accepted its notice. Absent: a server has accepted or refused it, or there is no notice. */
  readonly extendableTo?: Date;
}

/** What a library does when a ready hold is not borrowed in time, the first time. The second time the hold ends. */
export const MISSED_PICKUP = ['redeliver-once', 'cancel', 'suspend'] as const;
export type MissedPickup = (typeof MISSED_PICKUP)[number];

/** A library's rules for the end of holds. */
export interface HoldRules {
  readonly missedPickup: MissedPickup;
  /** For how many days a hold may be suspended without an end; null: no limit. */
  readonly suspensionEndsAfterDays: number | null;
}

/** With `redeliver-once`, a hold is suspended for so long after its first missed pickup. Then it is live again, in its old place. */
export const SUSPENSION_AFTER_MISSED_PICKUP_DAYS = 7;

export type Condition = 'waiting' | 'suspended' | 'ready';

export type HoldAction =
  | 'removeHold'
  | 'editHold'
  | 'addSuspension'
  | 'editSuspension'
  | 'releaseSuspension'
  | 'chooseLastDay'
  | 'watchInstead'
  | 'checkout';

/**
 * The actions that each condition of a hold permits. Commands obey this table and responses advertise it (`offeredActions`), in this order;
 * `checkout` comes last, because clients rely on it.
 */
export const HOLD_ACTIONS: Readonly<Record<Condition, readonly HoldAction[]>> = {
  waiting: ['removeHold', 'editHold', 'addSuspension', 'chooseLastDay', 'watchInstead'],
  suspended: [
    'removeHold',
    'editHold',
    'editSuspension',
    'releaseSuspension',
    'chooseLastDay',
    'watchInstead',
  ],
  ready: ['removeHold', 'addSuspension', 'checkout'],
};

/**
 * The actions in an answer: those of the table, except a change of the address of a hold that has none and can get none. A client may still
 * send one that changes nothing.
 */
export function offeredActions(hold: Hold, now: Date): readonly HoldAction[] {
  const permitted = HOLD_ACTIONS[conditionOf(hold, now)];
  return hold.emailAddress === null ? permitted.filter((action) => action !== 'editHold') : permitted;
}

/** The refusal of each action that the table does not permit. Removal is always permitted. */
const REFUSED_WITH = {
  editHold: 'HoldReadyForCheckout',
  addSuspension: 'HoldAlreadySuspended',
  editSuspension: 'HoldNotSuspended',
  releaseSuspension: 'HoldNotSuspended',
  chooseLastDay: 'HoldReadyForCheckout',
  watchInstead: 'HoldReadyForCheckout',
  checkout: 'NoCopiesAvailable',
} as const satisfies Partial<Record<HoldAction, ErrorCode>>;

/** @throws Refusal when the table does not permit `action` in `condition` */
export function permit(action: keyof typeof REFUSED_WITH, condition: Condition): void {
  if (!HOLD_ACTIONS[condition].includes(action)) throw refusal(REFUSED_WITH[action]);
}

export type HoldListAction = 'suspendAll' | 'releaseAll';

/** The action on each hold that an action on all holds stands for. A hold whose condition does not permit it stays as it is. */
const DONE_TO_EACH: Readonly<Record<HoldListAction, HoldAction>> = {
  suspendAll: 'addSuspension',
  releaseAll: 'releaseSuspension',
};

/** The actions on all of a patron's holds that would change at least one of them. */
export function holdListActions(conditions: readonly Condition[]): HoldListAction[] {
  const all = Object.keys(DONE_TO_EACH) as HoldListAction[];
  return all.filter((action) => conditions.some((condition) => isChangedBy(action, condition)));
}

export function isChangedBy(action: HoldListAction, condition: Condition): boolean {
  return HOLD_ACTIONS[condition].includes(DONE_TO_EACH[action]);
}

export interface PlaceInQueue {
  /** 1 + the live holds of the queue with a lower ticket. */
  readonly place: number;
  /** The live holds of the queue. */
  readonly queueLength: number;
}

/** The place that the patron sees: a ready hold is 1 of 1, because a copy is set aside for it and no hold precedes it. */
export function visiblePlace(condition: Condition, inQueue: PlaceInQueue): PlaceInQueue {
  return condition === 'ready' ? { place: 1, queueLength: 1 } : inQueue;
}

export function conditionOf(hold: Hold, now: Date): Condition {
  if (hold.pickup !== null) return 'ready';
  return hold.suspension !== null && !isOver(hold.suspension, now) ? 'suspended' : 'waiting';
}

/**
 * The hold as it is at `now`, even if no timer has brought its queue up to date yet. Undefined: it has ended, by a missed pickup, by a
 * suspension that lasted too long, or because its last day is over. A ready hold keeps its pickup beyond that day.
 */
export function holdAt(now: Date, hold: Hold, rules: HoldRules): Hold | undefined {
  const { pickup, suspension } = hold;
  if (pickup !== null) {
    if (pickup.expiresAt > now) return hold;
    const extended = extendedPickup(pickup);
    if (extended !== undefined) return holdAt(now, { ...hold, pickup: extended }, rules);
    const kept = afterMissedPickup(hold, pickup, rules);
    return kept && !isNoLongerNeeded(kept, now) ? kept : undefined;
  }
  if (isNoLongerNeeded(hold, now)) return undefined;
  const isTooLong = suspension !== null && hasLastedTooLong(suspension, rules.suspensionEndsAfterDays, now);
  return isTooLong ? undefined : hold;
}

function isNoLongerNeeded({ notNeeded }: Hold, now: Date): boolean {
  return notNeeded !== undefined && notNeeded.from <= now;
}

/** Why a missed pickup ends the hold: the library's rule, or else the patron's last day, which is over. Undefined: it does not. */
export function endByMissedPickup(
  now: Date,
  hold: Hold,
  rules: HoldRules,
): 'pickup-missed' | 'not-needed' | undefined {
  if (endsByMissedPickup(hold, rules)) return 'pickup-missed';
  return isNoLongerNeeded(hold, now) ? 'not-needed' : undefined;
}

function endsByMissedPickup({ missedPickups }: Hold, { missedPickup }: HoldRules): boolean {
  return missedPickup === 'cancel' || missedPickups > 0;
}

/** The extension of a pickup that is over before any mail server has told its patron; it happens once. Undefined: none. */
export function extendedPickup({ expiresAt, extendableTo, ...pickup }: Pickup): Pickup | undefined {
  return extendableTo !== undefined && extendableTo > expiresAt
    ? { ...pickup, expiresAt: extendableTo }
    : undefined;
}

/** The place stays: the hold is suspended from the end of its pickup, for some days or until it is released. */
function afterMissedPickup(hold: Hold, { expiresAt }: Pickup, rules: HoldRules): Hold | undefined {
  if (endsByMissedPickup(hold, rules)) return undefined;
  const suspension: Suspension =
    rules.missedPickup === 'suspend'
      ? { type: 'indefinite', since: expiresAt }
      : { type: 'limited', until: daysAfter(expiresAt, SUSPENSION_AFTER_MISSED_PICKUP_DAYS) };
  return { ...hold, pickup: null, suspension, missedPickups: hold.missedPickups + 1 };
}
