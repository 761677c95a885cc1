import { conditionOf, holdNow, liveAlternativesTo, type Condition } from './queue.js';
import {
  DAY,
  FOREVER,
  FORMAT_CLASSES,
  type FormatClass,
  type Hold,
  type Loan,
  patronOf,
  type State,
  titleOf,
} from './state.js';

/** An answer in the model's terms: titles by index, times in hours, without links. */
export interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly body?: unknown;
}

export type Code =
  | 'MissingField'
  | 'InvalidFieldValue'
  | 'InvalidEmailAddress'
  | 'InvalidLendingPeriod'
  | 'NotFound'
  | 'PatronDoesntHaveTitleOnHold'
  | 'HoldNotSuspended'
  | 'AlreadyOnWaitList'
  | 'PatronExceededHoldLimit'
  | 'HoldAlreadySuspended'
  | 'HoldReadyForCheckout'
  | 'IgnoreHoldEmailCannotBeChanged'
  | 'TitleAlreadyCheckedOut'
  | 'NotWithinRenewalWindow'
  | 'NoCopiesAvailable'
  | 'TitleNotInCollection'
  | 'PatronHasExceededCheckoutLimit'
  | 'TitleNotCheckedOut'
  | 'PatronDoesntHaveTitleCheckedOut';

export function succeeded(status: number, body?: unknown): Answer {
  return body === undefined ? { status } : { status, body };
}

export function refused(status: 400 | 404, code: Code): Answer {
  return { status, code };
}

/** Copied by hand, so that the model does not share a mistake of the service (contract: #conditions). */
const ACTIONS: Readonly<Record<Condition, readonly string[]>> = {
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

export interface HoldView {
  readonly title: number;
  readonly email: string;
  readonly place: number;
  readonly holds: number;
  readonly suspension: string | null;
  readonly placed: number;
  readonly expires: number | null;
  readonly lastDay: number | null;
  readonly alternatives: readonly number[];
  readonly actions: readonly string[];
}

/** @param hold as it is now */
export function viewOfHold(state: State, title: number, hold: Hold): HoldView {
  const { holds } = titleOf(state, title);
  const condition = conditionOf(state, hold);
  const isReady = condition === 'ready';
  return {
    title,
    email: hold.email ?? '',
    place: isReady ? 1 : 1 + holds.findIndex(({ patron }) => patron === hold.patron),
    holds: isReady ? 1 : holds.length,
    suspension: condition === 'suspended' ? viewOfSuspension(state, hold) : null,
    placed: hold.placed,
    expires: hold.pickup && Math.floor(hold.pickup.until),
    lastDay: hold.lastDay,
    alternatives: liveAlternativesTo(state, title, hold),
    actions: ACTIONS[condition].filter((action) => action !== 'editHold' || hold.email !== null),
  };
}

/** Undefined when time has ended the hold. */
export function currentViewOfHold(state: State, title: number, hold: Hold): HoldView | undefined {
  const current = holdNow(state, hold);
  return current && viewOfHold(state, title, current);
}

function viewOfSuspension(state: State, { suspendedUntil }: Hold): string {
  if (suspendedUntil === null || suspendedUntil === FOREVER) return 'indefinite 0';
  return `limited ${Math.ceil((suspendedUntil - state.now) / DAY)}`;
}

export interface LoanView {
  readonly title: number;
  readonly from: number;
  readonly until: number;
  readonly format: string | null;
}

export function viewOfLoan(title: number, { from, until, format }: Loan): LoanView {
  return { title, from, until, format };
}

const DEFAULT_PERIODS: Readonly<Record<FormatClass, number>> = { eBook: 21, Audiobook: 21, Video: 7 };

/** In days: the library's override, else the patron's preference, else the default. */
export function periodOf(state: State, patron: number, formatClass: FormatClass): number {
  return (
    state.terms.lendingOverrides[formatClass] ??
    patronOf(state, patron).preferences[formatClass] ??
    DEFAULT_PERIODS[formatClass]
  );
}

export function viewOfProfile(state: State, patron: number): unknown {
  const { holdLimit, checkoutLimit, lastHoldEmail, existing } = patronOf(state, patron);
  return {
    existing,
    holdLimit: holdLimit ?? state.terms.holdLimit,
    checkoutLimit: checkoutLimit ?? state.terms.checkoutLimit,
    lastHoldEmail,
    periods: FORMAT_CLASSES.map((formatClass) => periodOf(state, patron, formatClass)),
  };
}
