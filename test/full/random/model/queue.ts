import { applyTurns, isTurnDue, licensedIn, promisedUntil } from './licences.js';
import {
  type Category,
  type Collection,
  COLLECTIONS,
  DAY,
  FOREVER,
  type Hold,
  patronOf,
  type State,
  type Title,
  titleOf,
} from './state.js';

/** The rules of the queue: who is ready, who waits, who is next (contract: #the-queue). */

const REST_DAYS = 7;
/** A run begins at noon, so that days end at whole hours of it. */
const NOON = 12;
/** The end of a long suspension is announced so many days before. */
const ANNOUNCED_DAYS = 30;

export type Condition = 'waiting' | 'suspended' | 'ready';

export function categoryOf(state: State, hold: Hold): Category {
  return patronOf(state, hold.patron).category;
}

/** The collections that have, or had, the title, among those that the category may use. */
export function usableCollections(state: State, title: Title, category: Category): Collection[] {
  return COLLECTIONS.filter(
    (collection) =>
      title.owned[collection] !== undefined && state.collectionsOf[category].includes(collection),
  );
}

/** Copies neither on loan nor set aside; below 0 while more are out than the library owns. */
export function freeCopies(title: Title, collection: Collection): number {
  const onLoan = title.loans.filter((loan) => loan.collection === collection && !loan.isLucky).length;
  const setAside = title.holds.filter(({ pickup }) => pickup?.collection === collection).length;
  return (title.owned[collection] ?? 0) + licensedIn(title, collection) - onLoan - setAside;
}

/** The collection that a copy for this category comes from: the one that the fewest categories may use. */
export function sourceFor(
  state: State,
  title: Title,
  category: Category,
  free = freeCopies,
): Collection | undefined {
  const users = (collection: Collection): number =>
    Object.values(state.collectionsOf).filter((collections) => collections.includes(collection)).length;
  return usableCollections(state, title, category)
    .filter((collection) => free(title, collection) > 0)
    .sort((one, other) => users(one) - users(other))[0];
}

/** Which day it is, counted from the one on which the run began. */
export function today({ now }: State): number {
  return dayOf(now);
}

const dayOf = (hour: number): number => Math.floor((NOON + hour) / DAY);

/** The hour at which the hold's last day ends. */
export function endOfLastDay({ lastDay }: Pick<Hold, 'lastDay'>): number {
  return lastDay === null ? FOREVER : (lastDay + 1) * DAY - NOON;
}

/** The hold as it is at `state.now`; undefined when time has ended it. A ready one keeps its pickup beyond its last day. */
export function holdNow(state: State, hold: Hold): Hold | undefined {
  const { pickup, announcedEnd } = hold;
  if (announcedEnd !== null && announcedEnd <= state.now) return undefined;
  if (pickup !== null && pickup.until > state.now) return hold;
  if (endOfLastDay(hold) <= state.now) return undefined;
  if (pickup === null) return hold;
  if (state.terms.missedPickup === 'cancel' || hold.missedPickups > 0) return undefined;
  const missed = { ...hold, pickup: null, missedPickups: hold.missedPickups + 1 };
  switch (state.terms.missedPickup) {
    case 'suspend':
      return { ...missed, suspendedUntil: FOREVER, suspendedSince: pickup.until };
    case 'redeliver-once':
      return { ...missed, suspendedUntil: pickup.until + REST_DAYS * DAY };
  }
}

/** What timers do besides applying what is due: from then on, the hold has an end, of which its patron gets a mail. */
export function announceEnds(state: State): void {
  for (const [title, { holds }] of state.titles.entries())
    for (const hold of holds) {
      const announcedFrom = announcementOf(state, hold);
      if (announcedFrom === undefined || announcedFrom > state.now) continue;
      const until = Math.max(announcedFrom, state.now) + ANNOUNCED_DAYS * DAY;
      hold.announcedEnd = until;
      if (hold.email !== null)
        state.notices.push({ occasion: 'suspension-ends', title, patron: hold.patron, until });
    }
}

/** From when on the end of the hold's suspension is announced; undefined if it never is, or was already. */
export function announcementOf(state: State, hold: Hold): number | undefined {
  const days = state.terms.suspensionEndsAfterDays;
  if (days === null || hold.suspendedSince === null || hold.announcedEnd !== null) return undefined;
  return hold.suspendedSince + (days - ANNOUNCED_DAYS) * DAY;
}

/** @param hold as it is now */
export function conditionOf(state: State, hold: Hold): Condition {
  if (hold.pickup !== null) return 'ready';
  return hold.suspendedUntil !== null && hold.suspendedUntil > state.now ? 'suspended' : 'waiting';
}

/** Something in this queue has ended by time, and no request and no timer has applied it yet. */
export function isDue(state: State, title: number): boolean {
  const { holds, loans } = titleOf(state, title);
  return (
    isTurnDue(state, titleOf(state, title)) ||
    loans.some(({ until }) => until <= state.now) ||
    holds.some(
      ({ pickup, suspendedUntil, announcedEnd, lastDay }) =>
        (pickup === null && endOfLastDay({ lastDay }) <= state.now) ||
        (announcedEnd !== null && announcedEnd <= state.now) ||
        (pickup !== null && pickup.until <= state.now) ||
        (suspendedUntil !== null && suspendedUntil <= state.now),
    )
  );
}

/** Applies what has ended by time in this queue, as a timer does and every command before it decides. */
export function applyDue(state: State, title: number): void {
  const queue = titleOf(state, title);
  // First: a pickup that a licence has cut short is not missed.
  applyTurns(state, queue);
  queue.loans = queue.loans.filter(({ until }) => until > state.now);
  queue.holds = queue.holds.flatMap((hold) => {
    const current = holdNow(state, hold);
    if (current === undefined) {
      reviewPatronOf(state, hold);
      return [];
    }
    const { pickup, patron, email } = hold;
    if (pickup !== null && current.pickup === null) reviewPatronOf(state, hold);
    const mustBeReleased = current.suspendedUntil === FOREVER;
    if (pickup !== null && mustBeReleased && email !== null)
      state.notices.push({ occasion: 'pickup-missed', title, patron, until: pickup.until });
    const isOver = current.suspendedUntil !== null && current.suspendedUntil <= state.now;
    return [isOver ? { ...current, suspendedUntil: null } : current];
  });
  assignCopies(state, title);
}

/** Gives every free copy to the first waiting hold whose patron may use it. */
export function assignCopies(state: State, title: number): void {
  const queue = titleOf(state, title);
  for (const hold of queue.holds) {
    if (conditionOf(state, hold) !== 'waiting' || isHeldBack(state, hold)) continue;
    const collection = sourceFor(state, queue, categoryOf(state, hold));
    if (collection === undefined) continue;
    const promised = promisedUntil(queue, collection, freeCopies(queue, collection));
    const until = Math.min(pickupEnd(state, title), promised);
    const number = 1 + Math.max(0, ...queue.holds.map((each) => each.pickup?.number ?? 0));
    hold.pickup = { number, collection, until };
    if (hold.email !== null) state.notices.push({ occasion: 'ready', title, patron: hold.patron, until });
  }
}

/** On the first day on which the library is open. */
function pickupEnd({ now, terms }: State, title: number): number {
  const { pickupHours, titlesPickupHours, closed } = terms;
  let until = now + (titlesPickupHours[title] ?? pickupHours);
  while (closed.includes(dayOf(until) % 7)) until += DAY;
  return until;
}

/** As many of its patron's holds are ready as the patron wants, or an alternative to it is. */
function isHeldBack(state: State, { patron, group }: Hold): boolean {
  const { pace } = patronOf(state, patron);
  const isReady = ({ pickup }: Hold): boolean => pickup !== null && pickup.until > state.now;
  const ready = holdsOf(state, patron).filter(isReady);
  return (pace !== null && ready.length >= pace) || ready.some((hold) => isAlternative(hold, group));
}

const isAlternative = (hold: Hold, group: number | null): boolean => group !== null && hold.group === group;

function holdsOf(state: State, patron: number): Hold[] {
  return state.titles.flatMap(({ holds }) => holds.filter((hold) => hold.patron === patron));
}

/** The titles of those alternatives to a hold that time has not ended. */
export function liveAlternativesTo(state: State, title: number, { patron, group }: Hold): number[] {
  return titlesOfGroup(state, patron, group).filter((other) => {
    const hold = findOwnHold(state, { patron, title: other });
    return other !== title && hold !== undefined && holdNow(state, hold) !== undefined;
  });
}

/** The titles of the patron's holds of a group. */
export function titlesOfGroup(state: State, patron: number, group: number | null): number[] {
  return state.titles.flatMap(({ holds }, title) =>
    holds.some((hold) => hold.patron === patron && isAlternative(hold, group)) ? [title] : [],
  );
}

/** To be called before a hold that may be ready ends or is suspended. */
export function reviewPatronOf(state: State, { patron, pickup, group }: Hold): void {
  const { pace } = patronOf(state, patron);
  if (pickup !== null && (pace !== null || group !== null)) state.reviews.push(patron);
}

/** What a worker does: the queues of these patrons are brought up to date, in the order in which the patrons placed their holds. */
export function reviewPatrons(state: State): void {
  while (state.reviews.length > 0) {
    const patrons = [...new Set(state.reviews)];
    state.reviews = [];
    for (const patron of patrons)
      for (const { title } of reviewedHoldsOf(state, patron)) applyDue(state, title);
  }
}

/** Also those whose suspensions end by time. */
function reviewedHoldsOf(state: State, patron: number): { title: number; sequence: number }[] {
  const own = state.titles.flatMap(({ holds }, title) =>
    holds
      .filter((hold) => hold.patron === patron && hold.pickup === null && hold.suspendedUntil !== FOREVER)
      .map(({ sequence }) => ({ title, sequence })),
  );
  return own.sort((one, other) => one.sequence - other.sequence);
}

/** Live holds of a patron: those that time has ended do not count, and alternatives count as one. */
export function liveHoldsOf(state: State, patron: number): number {
  const live = holdsOf(state, patron).filter((hold) => holdNow(state, hold) !== undefined);
  const groups = new Set(live.flatMap(({ group }) => group ?? []));
  return live.filter(({ group }) => group === null).length + groups.size;
}

export function loansOf(state: State, patron: number): number {
  const loans = state.titles.flatMap((title) => title.loans);
  return loans.filter((loan) => loan.patron === patron && loan.until > state.now).length;
}

export function dueTitles(state: State): number[] {
  return state.titles.flatMap((_, title) => (isDue(state, title) ? [title] : []));
}

/** A library has a queue for a title once it has, or had, a copy of it. */
export function hasQueue(state: State, title: number): boolean {
  return Object.keys(titleOf(state, title).owned).length > 0;
}

export function applyIfDue(state: State, title: number): void {
  if (isDue(state, title)) applyDue(state, title);
}

export function findOwnHold(
  state: State,
  { patron, title }: { readonly patron: number; readonly title: number },
): Hold | undefined {
  return titleOf(state, title).holds.find((hold) => hold.patron === patron);
}
