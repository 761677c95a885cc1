import { luckyCopies } from './licences.js';
import { announcementOf, conditionOf, endOfLastDay, holdNow } from './queue.js';
import { CATEGORIES, COLLECTIONS, patronOf, type State, titleOf } from './state.js';
import { PATRONS, type Step } from './steps.js';

/**
 * A step as it was generated. With a `choice`, its patron and title are replaced, when it is taken, by those of a hold or
 * loan for which the step makes sense.
 */
export interface PlannedStep {
  readonly step: Step;
  readonly choice: number | null;
}

interface Target {
  readonly patron: number;
  readonly title: number;
}

/** Most patrons have neither a hold nor a loan of most titles: steps at random would mostly be refused. */
export function aimAtTarget(state: State, { step, choice }: PlannedStep): Step {
  if (choice === null) return step;
  if (step.kind === 'advance') return { ...step, hours: hoursToWait(state, choice) ?? step.hours };
  const targets = targetsOf(state, step);
  const target = targets[choice % targets.length];
  if (target === undefined) return step;
  if (step.kind === 'choose pace') return { ...step, patron: target.patron };
  if (step.kind === 'move patron') {
    const { category } = patronOf(state, target.patron);
    const other = CATEGORIES.find((name) => name !== category) ?? category;
    return { ...step, patron: target.patron, category: other };
  }
  return { ...step, ...target };
}

function targetsOf(state: State, step: Step): readonly Target[] {
  const holds = state.titles.flatMap((queue, title) =>
    queue.holds.flatMap((stored) => {
      const hold = holdNow(state, stored);
      return hold ? [{ patron: hold.patron, title, condition: conditionOf(state, hold) }] : [];
    }),
  );
  const holdsThatAre = (...conditions: string[]): Target[] =>
    holds
      .filter(({ condition }) => conditions.includes(condition))
      .map(({ patron, title }) => ({ patron, title }));
  const loans = state.titles.flatMap((queue, title) => queue.loans.map(({ patron }) => ({ patron, title })));
  const watches = state.patrons.flatMap(({ watches }, patron) =>
    watches.map(({ title }) => ({ patron, title })),
  );
  const all = holdsThatAre('waiting', 'suspended', 'ready');
  const hasLuckyDay = ({ title }: Target): boolean =>
    COLLECTIONS.some((collection) => luckyCopies(titleOf(state, title), collection) > 0);
  const waitingForLuckyDay = holdsThatAre('waiting', 'suspended').filter(hasLuckyDay);
  const targets: Partial<Record<Step['kind'], readonly Target[]>> = {
    remove: all,
    edit: all,
    'find hold': all,
    watch: all,
    unwatch: watches,
    'operator removes': all,
    'choose pace': all,
    availability: all,
    suspend: holdsThatAre('waiting', 'ready'),
    release: holdsThatAre('suspended'),
    'change suspension': holdsThatAre('suspended'),
    borrow: [...holdsThatAre('ready'), ...waitingForLuckyDay],
    'move in line': all,
    'put back': movedIn(state),
    'move patron': holdsThatAre('waiting'),
    return: loans,
    'operator returns': loans,
    'find loan': loans,
    place: step.kind === 'place' ? patronsWithoutHold(state, step.title) : [],
  };
  return targets[step.kind] ?? [];
}

function movedIn(state: State): Target[] {
  return state.titles.flatMap(({ holds }, title) =>
    holds.filter(({ since, sequence }) => since !== sequence).map(({ patron }) => ({ patron, title })),
  );
}

function patronsWithoutHold(state: State, title: number): Target[] {
  const hasHold = (patron: number): boolean =>
    state.titles[title]?.holds.some((hold) => hold.patron === patron) === true;
  return Array.from({ length: PATRONS }, (_, patron) => ({ patron, title })).filter(
    ({ patron }) => !hasHold(patron),
  );
}

const MAX_WAIT_HOURS = 100 * 24;

/** The hours until something ends by time, or one hour less. Suspensions without an end, or of a year, are ignored. */
function hoursToWait(state: State, choice: number): number | undefined {
  const ends = state.titles.flatMap(({ holds, loans, licences }) => [
    ...licences.map(({ turnsAt }) => turnsAt ?? 0),
    ...loans.map(({ until }) => until),
    ...holds.flatMap((hold) => [
      hold.pickup?.until ?? 0,
      hold.suspendedUntil ?? 0,
      announcementOf(state, hold) ?? 0,
      hold.announcedEnd ?? 0,
      endOfLastDay(hold),
    ]),
  ]);
  const waits = ends
    .map((end) => Math.ceil(end - state.now))
    .filter((wait) => wait > 1 && wait < MAX_WAIT_HOURS);
  const wait = waits[choice % waits.length];
  return wait === undefined ? undefined : wait - (choice % 5 === 0 ? 1 : 0);
}
