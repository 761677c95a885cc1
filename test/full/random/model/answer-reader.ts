import type { Answer as HttpAnswer } from '../../../support/client.js';
import type { Answer, HoldView, LoanView } from './answers.js';
import { type StoredNotice, titleOfReserveId } from './library-under-test.js';
import { at, COLLECTIONS, FORMAT_CLASSES, type Watch } from './state.js';
import type { Step } from './steps.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const startOfDay = (time: number): number => time - (time % DAY_MS);
/** Answers have whole seconds, so that a time can seem to be a little before the start. */
const ROUNDING_MS = 2_000;

/** Reads the service's answers in the model's terms. A run must take less than an hour of real time. */
export interface AnswerReader {
  answer(step: Step, answer: HttpAnswer): Answer;
  notices(stored: readonly StoredNotice[]): string[];
}

interface HoldBody {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly emailAddress: string;
  readonly holdListPosition: number;
  readonly numberOfHolds: number;
  readonly holdSuspension?: { readonly suspensionType: string; readonly numberOfDays: number };
  readonly holdPlacedDate: string;
  readonly holdExpires?: string;
  readonly notNeededAfter?: string;
  readonly alternatives?: readonly string[];
  readonly actions: object;
}

interface WatchBody {
  readonly reserveId: string;
  readonly emailAddress: string;
  readonly watchedSince: string;
}

interface LoanBody {
  readonly reserveId: string;
  readonly checkoutDate: string;
  readonly expires: string;
  readonly formats: readonly { readonly formatType: string }[];
  readonly isFormatLockedIn: boolean;
}

/** @param startedAt when the run began, in milliseconds */
export function answerReader(startedAt: number): AnswerReader {
  const hourOf = (time: string | Date): number =>
    Math.floor((new Date(time).getTime() - startedAt + ROUNDING_MS) / HOUR_MS);

  const dayOf = (day: string): number => (Date.parse(day) - startOfDay(startedAt)) / DAY_MS;

  const hold = (body: HoldBody): HoldView => ({
    title: titleOfReserveId(body.reserveId),
    email: body.emailAddress,
    place: body.holdListPosition,
    holds: body.numberOfHolds,
    suspension:
      body.holdSuspension === undefined
        ? null
        : `${body.holdSuspension.suspensionType} ${body.holdSuspension.numberOfDays}`,
    placed: hourOf(body.holdPlacedDate),
    expires: body.holdExpires === undefined ? null : hourOf(body.holdExpires),
    lastDay: body.notNeededAfter === undefined ? null : dayOf(body.notNeededAfter),
    alternatives: (body.alternatives ?? []).map(titleOfReserveId).sort((one, other) => one - other),
    actions: Object.keys(body.actions),
  });

  const loan = (body: LoanBody): LoanView => ({
    title: titleOfReserveId(body.reserveId),
    from: hourOf(body.checkoutDate),
    until: hourOf(body.expires),
    format: body.isFormatLockedIn ? at(body.formats, 0).formatType : null,
  });

  const watch = (body: WatchBody): Watch => ({
    title: titleOfReserveId(body.reserveId),
    email: body.emailAddress,
  });

  const bodies: Partial<Record<Step['kind'], (body: never) => unknown>> = {
    place: hold,
    suspend: hold,
    'find hold': hold,
    watch,
    'list watches': ({ watches }: { watches: readonly WatchBody[] }) =>
      requireNewestFirst(watches, 'watchedSince').map(watch).sort(byTitle),
    borrow: loan,
    'find loan': loan,
    'list holds': ({ holds }: { holds: readonly HoldBody[] }) =>
      requireNewestFirst(holds, 'holdPlacedDate').map(hold).sort(byTitle),
    'list loans': ({ checkouts }: { checkouts: readonly LoanBody[] }) =>
      requireNewestFirst(checkouts, 'checkoutDate').map(loan).sort(byTitle),
    'suspend all': outcomes,
    'release all': outcomes,
    profile,
    availability,
  };

  return {
    answer: (step, answer) => {
      const { status, body } = answer;
      const { errorCode, rejected } = (body ?? {}) as { errorCode?: string; rejected?: number };
      if (rejected !== undefined && rejected > 0) throw new Error(`A record was rejected: ${answer.text}`);
      if (errorCode !== undefined) return { status, code: errorCode };
      const read = bodies[step.kind];
      return read === undefined ? { status } : { status, body: read(body as never) };
    },
    notices: (stored) =>
      stored.map(({ title, patron, until }) => `${title} of ${patron} until ${hourOf(until)}`).sort(),
  };
}

/** The newest first, as lists promise. The model does not know the order within an hour: it lists by title. */
function requireNewestFirst<Item>(items: readonly Item[], date: keyof Item): Item[] {
  const dates = items.map((item) => String(item[date]));
  if (dates.join() !== [...dates].sort().reverse().join())
    throw new Error(`A list is not in the order of its dates: ${dates.join(', ')}`);
  return [...items];
}

interface OutcomesBody {
  readonly outcomes: readonly { readonly reserveId: string; readonly outcome: string }[];
}

function outcomes(body: OutcomesBody): unknown {
  return body.outcomes
    .map(({ reserveId, outcome }) => ({ title: titleOfReserveId(reserveId), outcome }))
    .sort(byTitle);
}

const byTitle = (one: { title: number }, other: { title: number }): number => one.title - other.title;

interface ProfileBody {
  readonly existingPatron: boolean;
  readonly holdLimit: number;
  readonly checkoutLimit: number;
  readonly lastHoldEmail?: string;
  readonly lendingPeriods: readonly { readonly formatType: string; readonly lendingPeriod: number }[];
}

function profile(body: ProfileBody): unknown {
  return {
    existing: body.existingPatron,
    holdLimit: body.holdLimit,
    checkoutLimit: body.checkoutLimit,
    lastHoldEmail: body.lastHoldEmail ?? null,
    periods: FORMAT_CLASSES.map(
      (formatClass) =>
        body.lendingPeriods.find(({ formatType }) => formatType === formatClass)?.lendingPeriod,
    ),
  };
}

interface AvailabilityBody {
  readonly available: boolean;
  readonly copiesOwned: number;
  readonly copiesAvailable: number;
  readonly numberOfHolds: number;
  readonly actions: object;
  readonly collections: readonly {
    readonly id: (typeof COLLECTIONS)[number];
    readonly copiesOwned: number;
    readonly copiesAvailable: number;
    readonly numberOfHolds: number;
  }[];
}

function availability(body: AvailabilityBody): unknown {
  const counts = body.collections.map(({ id, copiesOwned, copiesAvailable, numberOfHolds }) => ({
    id,
    owned: copiesOwned,
    free: copiesAvailable,
    holds: numberOfHolds,
  }));
  const sum = (count: 'owned' | 'free'): number => counts.reduce((total, each) => total + each[count], 0);
  if (body.copiesOwned !== sum('owned') || body.copiesAvailable !== sum('free'))
    throw new Error(`The sums of an availability are not those of its collections: ${JSON.stringify(body)}`);
  return {
    counts: counts.sort((one, other) => COLLECTIONS.indexOf(one.id) - COLLECTIONS.indexOf(other.id)),
    available: body.available,
    holds: body.numberOfHolds,
    actions: Object.keys(body.actions),
  };
}
