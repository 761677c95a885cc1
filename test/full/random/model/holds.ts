import { type Answer, succeeded, type Code, type HoldView, viewOfHold, refused } from './answers.js';
import { listHolds, titlesOf } from './reads.js';
import {
  type Condition,
  conditionOf,
  endOfLastDay,
  findOwnHold,
  assignCopies,
  hasQueue,
  liveAlternativesTo,
  liveHoldsOf,
  reviewPatronOf,
  sourceFor,
  applyIfDue,
  today,
  usableCollections,
} from './queue.js';
import { DAY, FOREVER, type Hold, patronOf, type State, titleOf } from './state.js';
import type { SentEmail, SentSuspension, StepOf } from './steps.js';

/** Commands on holds (contract: #holds, contract: #suspensions). */

export const isAddress = (email: SentEmail): boolean => email.includes('@');

export function place(state: State, step: StepOf<'place'>): Answer {
  const isIgnored = step.ignoreEmail === true;
  if (!isIgnored && step.email === 'none') return refused(400, 'MissingField');
  if (!isIgnored && !isAddress(step.email)) return refused(400, 'InvalidEmailAddress');
  if (!hasQueue(state, step.title)) return refused(404, 'NotFound');
  applyIfDue(state, step.title);
  const refusal = placementRefusal(state, step);
  if (refusal !== undefined) return refused(refusal === 'NotFound' ? 404 : 400, refusal);
  const other = alternativeOf(state, step);
  if (other === 'InvalidFieldValue' || isOver(step)) return refused(400, 'InvalidFieldValue');
  const [patron, queue] = [patronOf(state, step.patron), titleOf(state, step.title)];
  const hold: Hold = {
    patron: step.patron,
    email: isIgnored ? null : step.email,
    placed: state.now,
    sequence: state.placements,
    since: state.placements++,
    ...(step.suspension === null ? NOT_SUSPENDED : suspended(state, step.suspension)),
    announcedEnd: null,
    pickup: null,
    missedPickups: 0,
    lastDay: dayOf(state, step.lastDay),
    group: null,
  };
  queue.holds.push(hold);
  if (other !== undefined) join(state, hold, other);
  patron.watches = patron.watches.filter(({ title }) => title !== step.title);
  patron.existing = true;
  patron.lastHoldEmail = hold.email ?? patron.lastHoldEmail;
  // A copy that only others may use waits for the review of their patron.
  if (step.suspension === null && sourceFor(state, queue, patron.category) !== undefined)
    assignCopies(state, step.title);
  return succeeded(201, viewOfHold(state, step.title, hold));
}

const isOver = ({ lastDay }: StepOf<'place' | 'edit'>): boolean => lastDay != null && lastDay < 0;

const dayOf = (state: State, lastDay: number | null | undefined): number | null =>
  lastDay == null ? null : today(state) + lastDay;

const NOT_SUSPENDED = { suspendedUntil: null, suspendedSince: null };

function suspended(
  { now }: State,
  { type, days }: SentSuspension,
): Pick<Hold, 'suspendedUntil' | 'suspendedSince'> {
  return type === 'indefinite'
    ? { suspendedUntil: FOREVER, suspendedSince: now }
    : { suspendedUntil: now + (days ?? 0) * DAY, suspendedSince: null };
}

function placementRefusal(state: State, { patron, title, alternativeTo }: StepOf<'place'>): Code | undefined {
  const queue = titleOf(state, title);
  const { category } = patronOf(state, patron);
  if (findOwnHold(state, { patron, title })) return 'AlreadyOnWaitList';
  if (usableCollections(state, queue, category).length === 0) return 'NotFound';
  const loan = queue.loans.find((one) => one.patron === patron);
  const { renewalDays } = state.terms;
  if (loan && renewalDays === 0) return 'TitleAlreadyCheckedOut';
  if (loan && loan.until - renewalDays * DAY > state.now) return 'NotWithinRenewalWindow';
  return alternativeTo === undefined && hasReachedLimit(state, patron)
    ? 'PatronExceededHoldLimit'
    : undefined;
}

function hasReachedLimit(state: State, patron: number): boolean {
  return liveHoldsOf(state, patron) >= (patronOf(state, patron).holdLimit ?? state.terms.holdLimit);
}

/** The hold that the step names as an alternative; undefined: it names none. There are fewer titles than holds may be alternatives. */
function alternativeOf(
  state: State,
  { patron, title, alternativeTo }: StepOf<'place' | 'edit'>,
): Hold | 'InvalidFieldValue' | undefined {
  if (alternativeTo == null) return undefined;
  if (alternativeTo === title || !hasQueue(state, alternativeTo)) return 'InvalidFieldValue';
  applyIfDue(state, alternativeTo);
  return findOwnHold(state, { patron, title: alternativeTo }) ?? 'InvalidFieldValue';
}

function join(state: State, hold: Hold, other: Hold): void {
  other.group ??= state.placements++;
  hold.group = other.group;
}

export function edit(state: State, step: StepOf<'edit'>): Answer {
  if (step.email !== 'none' && !isAddress(step.email)) return refused(400, 'InvalidEmailAddress');
  return withHold(state, step, (hold) => {
    if (conditionOf(state, hold) === 'ready') return refused(400, 'HoldReadyForCheckout');
    const hasNone = hold.email === null;
    const wouldChange = step.ignoreEmail !== null && step.ignoreEmail !== hasNone;
    if (wouldChange || (hasNone && step.email !== 'none'))
      return refused(400, 'IgnoreHoldEmailCannotBeChanged');
    const other = alternativeOf(state, step);
    if (other === 'InvalidFieldValue' || isOver(step)) return refused(400, 'InvalidFieldValue');
    const leaves = step.alternativeTo === null && liveAlternativesTo(state, step.title, hold).length > 0;
    if (leaves && hasReachedLimit(state, step.patron)) return refused(400, 'PatronExceededHoldLimit');
    if (step.lastDay !== undefined) hold.lastDay = dayOf(state, step.lastDay);
    if (step.email !== 'none') {
      hold.email = step.email;
      patronOf(state, step.patron).lastHoldEmail = step.email;
    }
    if (step.alternativeTo === null) hold.group = null;
    else if (other !== undefined) join(state, hold, other);
    if (step.alternativeTo !== undefined) assignCopies(state, step.title);
    return succeeded(204);
  });
}

export function remove(state: State, step: StepOf<'remove' | 'operator removes'>): Answer {
  return withHold(state, step, (hold) => {
    reviewPatronOf(state, hold);
    const queue = titleOf(state, step.title);
    queue.holds = queue.holds.filter((other) => other !== hold);
    if (hold.pickup !== null) assignCopies(state, step.title);
    return succeeded(204);
  });
}

export function suspend(state: State, step: StepOf<'suspend' | 'change suspension'>): Answer {
  const { suspension } = step;
  const broken = brokenField(suspension);
  if (broken !== undefined) return refused(400, broken);
  return withHold(state, step, (hold) => {
    const isSuspended = conditionOf(state, hold) === 'suspended';
    if (step.kind === 'suspend' && isSuspended) return refused(400, 'HoldAlreadySuspended');
    if (step.kind === 'change suspension' && !isSuspended) return refused(404, 'HoldNotSuspended');
    if (hold.email !== null && suspension.email !== 'none') {
      if (!isAddress(suspension.email)) return refused(400, 'InvalidEmailAddress');
      if (suspension.email.toLowerCase() !== hold.email.toLowerCase()) {
        hold.email = suspension.email;
        patronOf(state, step.patron).lastHoldEmail = suspension.email;
      }
    }
    reviewPatronOf(state, hold);
    Object.assign(hold, suspended(state, suspension));
    hold.announcedEnd = null;
    // Only a ready hold has one that is over: its patron wants the title later.
    if (endOfLastDay(hold) <= state.now) hold.lastDay = null;
    // One that was not ready frees no copy.
    const wasReady = hold.pickup !== null;
    hold.pickup = null;
    if (wasReady) assignCopies(state, step.title);
    return step.kind === 'suspend' ? succeeded(201, viewOfHold(state, step.title, hold)) : succeeded(204);
  });
}

function brokenField({ type, days }: SentSuspension): Code | undefined {
  if (type === 'indefinite') return undefined;
  if (days === null) return 'MissingField';
  return days >= 1 && days <= 365 ? undefined : 'InvalidFieldValue';
}

export function release(state: State, step: StepOf<'release'>): Answer {
  return withHold(state, step, (hold) => {
    if (conditionOf(state, hold) !== 'suspended') return refused(404, 'HoldNotSuspended');
    Object.assign(hold, NOT_SUSPENDED);
    hold.announcedEnd = null;
    assignCopies(state, step.title);
    return succeeded(204);
  });
}

export function suspendAll(
  state: State,
  { patron, suspension, includeReady }: StepOf<'suspend all'>,
): Answer {
  const broken = brokenField(suspension);
  if (broken !== undefined) return refused(400, broken);
  return changeAll(state, patron, (title, condition) => {
    if (condition === 'suspended') return 'alreadySuspended';
    if (condition === 'ready' && !includeReady) return 'leftReady';
    suspend(state, { kind: 'suspend', patron, title, suspension });
    return 'suspended';
  });
}

export function releaseAll(state: State, { patron }: StepOf<'release all'>): Answer {
  return changeAll(state, patron, (title, condition) => {
    if (condition !== 'suspended') return 'notSuspended';
    release(state, { kind: 'release', patron, title, by: 'reserveId' });
    return 'released';
  });
}

/** Holds that are ready stay so. */
export function choosePace(state: State, { patron, readyAtMost }: StepOf<'choose pace'>): Answer {
  patronOf(state, patron).pace = readyAtMost;
  state.reviews.push(patron);
  return succeeded(204);
}

/** One hold after the other, the oldest first, as if each were asked for by itself. */
function changeAll(
  state: State,
  patron: number,
  change: (title: number, condition: Condition) => string,
): Answer {
  const listed = listHolds(state, { kind: 'list holds', patron }).body as readonly HoldView[];
  const outcomes = titlesOf(state, patron).flatMap((title) =>
    listed
      .filter((shown) => shown.title === title)
      .map(({ suspension, actions }) => {
        const condition =
          suspension !== null ? 'suspended' : actions.includes('checkout') ? 'ready' : 'waiting';
        return { title, outcome: change(title, condition) };
      }),
  );
  return succeeded(
    200,
    outcomes.sort((one, other) => one.title - other.title),
  );
}

/** All others stay in order. */
export function moveInLine(state: State, step: StepOf<'move in line'>): Answer {
  const queue = titleOf(state, step.title);
  return inLine(state, step, (hold) => {
    const other = queue.holds.find((each) =>
      step.other === null ? conditionOf(state, each) === 'waiting' : each.patron === step.other,
    );
    if (other === undefined && step.other !== null) return refused(404, 'NotFound');
    if (other === undefined || other === hold) return succeeded(200);
    const others = queue.holds.filter((each) => each !== hold);
    return putAt(
      state,
      step.title,
      hold,
      others.indexOf(other) + (step.side === 'after' ? 1 : 0),
      other.since,
    );
  });
}

/** Behind all that stand in line since its placement, or longer. */
export function putBack(state: State, step: StepOf<'put back'>): Answer {
  const { holds } = titleOf(state, step.title);
  return inLine(state, step, (hold) => {
    if (hold.since === hold.sequence) return succeeded(200);
    const others = holds.filter((each) => each !== hold);
    const place = others.findLastIndex(({ since }) => since <= hold.sequence) + 1;
    const answer = putAt(state, step.title, hold, place, hold.sequence);
    hold.since = hold.sequence;
    return answer;
  });
}

function inLine(
  state: State,
  step: { readonly patron: number; readonly title: number },
  command: (hold: Hold) => Answer,
): Answer {
  if (!hasQueue(state, step.title)) return refused(404, 'NotFound');
  applyIfDue(state, step.title);
  const hold = findOwnHold(state, step);
  if (hold === undefined) return refused(404, 'NotFound');
  return hold.pickup === null ? command(hold) : refused(400, 'HoldReadyForCheckout');
}

function putAt(state: State, title: number, hold: Hold, place: number, since: number): Answer {
  const queue = titleOf(state, title);
  if (queue.holds.indexOf(hold) === place) return succeeded(200);
  queue.holds = queue.holds.filter((each) => each !== hold);
  queue.holds.splice(place, 0, hold);
  hold.since = since;
  return succeeded(200);
}

/** Applies what has ended by time, and then the command, if the hold is still there. */
export function withHold(
  state: State,
  step: { readonly patron: number; readonly title: number },
  command: (hold: Hold) => Answer,
): Answer {
  if (hasQueue(state, step.title)) applyIfDue(state, step.title);
  const hold = findOwnHold(state, step);
  return hold === undefined ? refused(404, 'PatronDoesntHaveTitleOnHold') : command(hold);
}
