import { isDeepStrictEqual } from 'node:util';
import { type Answer, succeeded, currentViewOfHold, viewOfLoan, viewOfProfile, refused } from './answers.js';
import {
  categoryOf,
  conditionOf,
  dueTitles,
  findOwnHold,
  freeCopies,
  holdNow,
  applyIfDue,
  usableCollections,
} from './queue.js';
import { licensedIn, luckyCopies } from './licences.js';
import type { StepOf } from './steps.js';
import { DAY, type Hold, type Loan, type Notice, patronOf, type State, titleOf } from './state.js';

/** What can be looked at: by patrons, and by the test. */

/** To look at a hold acts on what is over, unless it is ready: then nothing that others do changes it. */
function applyDueToShown(state: State, title: number, patron: number): void {
  const hold = findOwnHold(state, { patron, title });
  if (hold === undefined) return;
  if (hold.pickup === null || hold.pickup.until <= state.now) applyIfDue(state, title);
}

/** Of a patron's holds, the one that was placed first before the others. */
export function titlesOf(state: State, patron: number): number[] {
  const held = state.titles.flatMap(({ holds }, title) =>
    holds.filter((hold) => hold.patron === patron).map(({ sequence }) => ({ title, sequence })),
  );
  return held.sort((one, other) => one.sequence - other.sequence).map(({ title }) => title);
}

export function findHold(state: State, step: StepOf<'find hold'>): Answer {
  applyDueToShown(state, step.title, step.patron);
  const hold = findOwnHold(state, step);
  const shown = hold && currentViewOfHold(state, step.title, hold);
  return shown ? succeeded(200, shown) : refused(404, 'PatronDoesntHaveTitleOnHold');
}

export function listHolds(state: State, step: StepOf<'list holds'>): Answer {
  const own = ({ patron }: Hold): boolean => patron === step.patron;
  for (const title of titlesOf(state, step.patron)) applyDueToShown(state, title, step.patron);
  return succeeded(
    200,
    state.titles.flatMap(({ holds }, title) =>
      holds.filter(own).flatMap((hold) => currentViewOfHold(state, title, hold) ?? []),
    ),
  );
}

const isOn = (state: State, { patron, until }: Loan, borrower: number): boolean =>
  patron === borrower && until > state.now;

export function findLoan(state: State, step: StepOf<'find loan'>): Answer {
  const loan = titleOf(state, step.title).loans.find((one) => isOn(state, one, step.patron));
  return loan ? succeeded(200, viewOfLoan(step.title, loan)) : refused(400, 'TitleNotCheckedOut');
}

export function listLoans(state: State, step: StepOf<'list loans'>): Answer {
  return succeeded(
    200,
    state.titles.flatMap(({ loans }, title) =>
      loans.filter((loan) => isOn(state, loan, step.patron)).map((loan) => viewOfLoan(title, loan)),
    ),
  );
}

export function profile(state: State, { patron }: StepOf<'profile'>): Answer {
  return succeeded(200, viewOfProfile(state, patron));
}

/** Of an end that is a licence's, known to the half hour, a patron is told once. Others within an hour differ by what the model does not count. */
export function notices(state: State): Answer {
  const isToldBefore = (notice: Notice, place: number): boolean =>
    notice.until % 1 !== 0 && state.notices.slice(0, place).some((other) => isDeepStrictEqual(other, notice));
  const told = state.notices
    .filter((notice, place) => !isToldBefore(notice, place))
    .map(({ title, patron, until }) => `${title} of ${patron} until ${Math.floor(until)}`);
  return succeeded(200, told.sort());
}

export function nothingIsDue(state: State): Answer {
  return succeeded(200, dueTitles(state));
}

/** To look at it acts on what is over. What a patron holds or has on loan can be looked at from any category. */
export function availability(state: State, { patron, title }: StepOf<'availability'>): Answer {
  const queue = titleOf(state, title);
  const { category } = patronOf(state, patron);
  const usable = usableCollections(state, queue, category);
  const isOwn =
    queue.holds.some((hold) => hold.patron === patron) ||
    queue.loans.some((loan) => loan.patron === patron && loan.until > state.now);
  if (usable.length === 0 && !isOwn) return refused(404, 'NotFound');
  applyIfDue(state, title);
  const now = titleOf(state, title);
  const { holds, loans, owned, lucky } = now;
  const counts = usable.map((collection) => ({
    id: collection,
    owned: (owned[collection] ?? 0) + licensedIn(now, collection) + (lucky[collection] ?? 0),
    free: Math.max(0, freeCopies(now, collection)) + luckyCopies(now, collection),
    holds: holds.filter((hold) => state.collectionsOf[categoryOf(state, hold)].includes(collection)).length,
  }));
  const isFree = counts.some(({ free }) => free > 0);
  const hold = findOwnHold(state, { patron, title });
  const current = hold && holdNow(state, hold);
  const loan = loans.find((one) => one.patron === patron);
  const isReady = current !== undefined && conditionOf(state, current) === 'ready';
  const canBorrow = isReady || (isFree && loan === undefined);
  const { renewalDays } = state.terms;
  const isRenewable = loan === undefined || (renewalDays > 0 && loan.until - renewalDays * DAY <= state.now);
  const canWait = usable.length > 0 && current === undefined && isRenewable;
  return succeeded(200, {
    counts,
    available: isFree,
    holds: holds.length,
    actions: canBorrow ? ['checkout'] : canWait ? ['hold', 'watch'] : [],
  });
}
