import { type Answer, succeeded } from './answers.js';
import { applyDue, assignCopies, reviewPatronOf } from './queue.js';
import {
  type Collection,
  COLLECTIONS,
  type Hold,
  type Licence,
  type State,
  type Title,
  titleOf,
} from './state.js';
import type { StepOf } from './steps.js';

/** What a library may lend by licences (docs: records.md#licence). */

/** How many loans of it could begin now. */
export function roomOf(title: Title, licence: Licence): number {
  return Math.max(0, Math.min((licence.concurrency ?? Infinity) - loansOf(title, licence), leftOf(licence)));
}

function loansOf(title: Title, { id, collection }: Licence): number {
  return title.loans.filter((loan) => loan.collection === collection && loan.licence === id).length;
}

function leftOf({ loans, lent }: Licence): number {
  return loans === null ? Infinity : Math.max(0, loans - lent);
}

export function runningIn(title: Title, collection: Collection): Licence[] {
  return title.licences.filter((licence) => licence.isRunning && licence.collection === collection);
}

/** What the loans of a licence that was deleted have in its place. */
const DELETED = 'deleted';

/** The copies that licences give a collection; those that have ended or were deleted, what is still on loan. */
export function licensedIn(title: Title, collection: Collection): number {
  const copiesOf = (licence: Licence): number => {
    const lent = loansOf(title, licence);
    return licence.isRunning ? Math.min(licence.concurrency ?? Infinity, lent + leftOf(licence)) : lent;
  };
  const own = title.licences.filter((licence) => licence.collection === collection);
  const ofDeleted = title.loans.filter((loan) => loan.collection === collection && loan.licence === DELETED);
  return own.reduce((sum, licence) => sum + copiesOf(licence), ofDeleted.length);
}

/** The licence of a loan that has just begun and counts for none yet; null: it is of a copy that the library simply owns. */
export function licenceToUse(title: Title, collection: Collection): Licence | 'lucky' | null {
  const plainLoans = title.loans.filter(
    (loan) => loan.collection === collection && loan.licence === null && !loan.isLucky,
  ).length;
  const hasPlain = (title.owned[collection] ?? 0) >= plainLoans;
  const candidates: (Licence | null)[] = runningIn(title, collection).filter(
    (each) => roomOf(title, each) > 0,
  );
  if (hasPlain) candidates.push(null);
  const end = (licence: Licence | null): number => licence?.endsAt ?? Infinity;
  const left = (licence: Licence | null): number => (licence === null ? Infinity : leftOf(licence));
  const compare = (one: number, other: number): number => (one === other ? 0 : one - other);
  const [first] = candidates.sort(
    (one, other) =>
      compare(end(one), end(other)) ||
      compare(left(other), left(one)) ||
      ((one?.id ?? '') < (other?.id ?? '') ? -1 : 1),
  );
  // Its copy was set aside, and is there no more.
  if (first === undefined && luckyLeft(title, collection) > 0) return 'lucky';
  return first ?? null;
}

function luckyLeft(title: Title, collection: Collection): number {
  const lent = title.loans.filter((loan) => loan.collection === collection && loan.isLucky).length;
  return (title.lucky[collection] ?? 0) - lent;
}

/** Free Lucky Day copies. One is kept for each copy that is set aside and is there no more. */
export function luckyCopies(title: Title, collection: Collection): number {
  const setAside = title.holds.filter(({ pickup }) => pickup?.collection === collection).length;
  const kept = Math.min(setAside, Math.max(overIn(title, collection), 0));
  return Math.max(luckyLeft(title, collection) - kept, 0);
}

/** The end of a copy that is set aside now, because of the licences of its collection. */
export function promisedUntil(title: Title, collection: Collection, isFree: number): number {
  const ending = runningIn(title, collection)
    .filter(({ endsAt }) => endsAt !== null)
    .sort((one, other) => (other.endsAt ?? 0) - (one.endsAt ?? 0));
  const ends = ending.flatMap((licence) =>
    Array<number>(Math.min(roomOf(title, licence), 100)).fill(licence.endsAt!),
  );
  const setAside = title.holds.filter(({ pickup }) => pickup?.collection === collection).length;
  const lasting = setAside + isFree - ends.length;
  const place = setAside - lasting;
  return place < 0 ? Infinity : (ends[place] ?? ending.at(-1)?.endsAt ?? Infinity);
}

/** Licences of the title that begin or end now. */
export function isTurnDue(state: State, title: Title): boolean {
  return title.licences.some(({ turnsAt }) => turnsAt !== null && turnsAt <= state.now);
}

function turn({ now }: State, licence: Licence): void {
  const { startsAt, endsAt } = licence;
  licence.isRunning = (startsAt ?? now) <= now && (endsAt === null || endsAt > now);
  licence.turnsAt =
    startsAt !== null && startsAt > now ? startsAt : endsAt !== null && endsAt > now ? endsAt : null;
}

/** Lets licences begin and end; ready holds that lose their copies wait again. The copies that become free are for the caller to assign. */
export function applyTurns(state: State, title: Title, change: () => void = () => undefined): void {
  const before = COLLECTIONS.map((collection) => ({
    collection,
    running: runningIn(title, collection).map((licence) => ({ ...licence, room: roomOf(title, licence) })),
    over: overIn(title, collection),
  }));
  change();
  for (const licence of title.licences)
    if (licence.turnsAt !== null && licence.turnsAt <= state.now) turn(state, licence);
  for (const { collection, running, over } of before) {
    const after = runningIn(title, collection);
    const ended = running.filter(({ id }) => !after.some((licence) => licence.id === id));
    const begun = after.filter(({ id }) => !running.some((licence) => licence.id === id));
    const lost =
      ended.reduce((sum, { room }) => sum + room, 0) -
      begun.reduce((sum, licence) => sum + roomOf(title, licence), 0);
    const short = (more: number): number => Math.max(over + more, 0);
    takeBack(state, title, collection, short(lost) - short(0), ended);
  }
}

/** Copies that are out beyond those that the library owns; below 0: so many are free. */
function overIn(title: Title, collection: Collection): number {
  const isOut = (one: { readonly collection: Collection } | null): boolean => one?.collection === collection;
  const loans = title.loans.filter(({ isLucky }) => !isLucky);
  const out = [...loans, ...title.holds.map(({ pickup }) => pickup)].filter(isOut).length;
  return out - (title.owned[collection] ?? 0) - licensedIn(title, collection);
}

function takeBack(
  state: State,
  title: Title,
  collection: Collection,
  most: number,
  ended: readonly Licence[],
): void {
  const isOver = ({ pickup }: Hold): boolean => ended.some(({ endsAt }) => endsAt === pickup?.until);
  const ready = title.holds.filter(({ pickup }) => pickup?.collection === collection);
  const first = ready.sort(
    (one, other) =>
      Number(isOver(other)) - Number(isOver(one)) || (other.pickup?.number ?? 0) - (one.pickup?.number ?? 0),
  );
  for (const hold of first.slice(0, Math.max(most, ready.filter(isOver).length))) {
    reviewPatronOf(state, hold);
    hold.pickup = null;
  }
}

export function license(state: State, step: StepOf<'license'>): Answer {
  const title = titleOf(state, step.title);
  const { collection, concurrency, loans, startsIn, endsIn } = step;
  const id = `${step.licence} ${step.title}`;
  const stored = title.licences.find((licence) => licence.id === id && licence.collection === collection);
  const isSame = stored?.concurrency === concurrency && stored.loans === loans;
  // Times are counted from now: another time is another.
  const isTimeless = [startsIn, endsIn, stored?.startsAt, stored?.endsAt].every((time) => time == null);
  if (stored !== undefined && isSame && isTimeless) return succeeded(200);
  const after = (hours: number | null): number | null => (hours === null ? null : state.now + hours);
  const licence: Licence = {
    ...(stored ?? { id, collection, lent: 0, isRunning: false, turnsAt: null }),
    ...{ concurrency, loans, startsAt: after(startsIn), endsAt: after(endsIn) },
  };
  return change(state, step.title, () => {
    title.owned[collection] ??= 0;
    title.licences = [...title.licences.filter((each) => each !== stored), licence];
    turn(state, licence);
  });
}

export function dropLicence(state: State, step: StepOf<'drop licence'>): Answer {
  const title = titleOf(state, step.title);
  const id = `${step.licence} ${step.title}`;
  const stored = title.licences.find((each) => each.id === id && each.collection === step.collection);
  if (stored === undefined) return succeeded(200);
  return change(state, step.title, () => {
    title.licences = title.licences.filter((each) => each !== stored);
    title.loans = title.loans.map((loan) =>
      loan.licence === id && loan.collection === step.collection ? { ...loan, licence: DELETED } : loan,
    );
  });
}

/** They are for whoever finds them: no hold gets one. */
export function offerLuckyDay(state: State, step: StepOf<'offer lucky day'>): Answer {
  const title = titleOf(state, step.title);
  if (title.lucky[step.collection] === step.copies) return succeeded(200);
  return change(state, step.title, () => {
    title.owned[step.collection] ??= 0;
    title.lucky[step.collection] = step.copies;
  });
}

/** The queue is brought up to date first: a hold that may be ready now has the copy until the end that its licence had. */
function change(state: State, title: number, changeLicence: () => void): Answer {
  applyDue(state, title);
  applyTurns(state, titleOf(state, title), changeLicence);
  assignCopies(state, title);
  return succeeded(200);
}
