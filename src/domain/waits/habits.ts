import { LOAN_TENTHS } from '../holds/event-facts.js';
import type { RunningLoan } from './conduct.js';
import { Histogram, total } from './histogram.js';
import type { KnownQueue } from './known-queue.js';
import type { Measure, ObservationCount } from './observation.js';
import { filledUp, MIN_OBSERVATIONS, pooled } from './pooled.js';
import { isNear, kindAt, type Seasons, type WeekKind, type WeekKinds } from './seasons.js';

/** Second pickups are rare, and so unlike first ones that fewer observations are better than those. */
const MIN_SECOND_PICKUPS = 20;
/** The loans of the class count as much as so many of the title. */
export const CLASS_COUNTS_AS_LOANS = 8;

/** Titles that are described by the same observations. */
export interface TitleTraits {
  readonly formatClass: string;
  /** The usual lending period. */
  readonly loanDays: number;
  readonly pickupHours: number;
}

/** The loans of a title. */
export interface OwnLoans {
  /** How many loans have lasted so many tenths of their period. */
  readonly ended: readonly number[];
  readonly running: readonly RunningLoan[];
}

/** @param ended as in `OwnLoans` */
export function ownLoansOf({ collections }: KnownQueue, ended: readonly number[]): OwnLoans {
  return { ended, running: collections.flatMap(({ loans }) => loans) };
}

/** How long loans last, and what becomes of pickups. */
interface Habits {
  readonly loans: Histogram;
  readonly first: Histogram;
  readonly second: Histogram;
}

/** The habits of patrons at any time, or by the kind of the week in which a loan or a pickup begins. */
export interface HabitsInSeasons {
  readonly always: Habits;
  readonly weeks?: WeekKinds;
  readonly byKind: ReadonlyMap<WeekKind, Habits>;
}

/** @param at the hours from now until the loan or the pickup begins; below 0, it has begun */
export function habitsAt({ always, weeks, byKind }: HabitsInSeasons, at: number): Habits {
  return weeks === undefined ? always : (byKind.get(kindAt(weeks, at)) ?? always);
}

/** @param counts of the last weeks */
export function habitsInSeasons(
  counts: readonly ObservationCount[],
  seasons: Seasons | undefined,
  traits: TitleTraits,
): HabitsInSeasons {
  if (seasons === undefined) return { always: habitsFrom([counts], traits), byKind: new Map() };
  const { weeks, counts: inWeeks } = seasons;
  const ever = inWeeks.map((each) => ({ ...each, count: each.ever }));
  const habitsOf = (kind: WeekKind): Habits =>
    habitsFrom(
      [
        inWeeks.filter((each) => each.kind === kind),
        inWeeks.filter((each) => isNear(kind, each.kind)),
        counts,
      ],
      traits,
    );
  return {
    always: habitsFrom([ever, counts], traits),
    weeks,
    byKind: new Map([...new Set(weeks.kinds)].map((kind) => [kind, habitsOf(kind)])),
  };
}

/** @param sources those from which more is known first: what is missing in one is taken from the next */
function habitsFrom(
  sources: readonly (readonly ObservationCount[])[],
  { formatClass, loanDays, pickupHours }: TitleTraits,
): Habits {
  const of = (asked: Measure, period: number, minimum: number): ObservationCount[] =>
    sources
      .map((source) =>
        pooled(
          source.filter(({ measure }) => measure === asked),
          { formatClass, period },
          minimum,
        ),
      )
      .reduce((some, others) => filledUp(some, others, minimum));
  const first = of('pickup', pickupHours, MIN_OBSERVATIONS);
  const again = of('pickup-again', pickupHours, MIN_SECOND_PICKUPS);
  return {
    loans: new Histogram(of('loan', loanDays, MIN_OBSERVATIONS)),
    first: new Histogram(first),
    second: new Histogram(filledUp(again, first, MIN_SECOND_PICKUPS)),
  };
}

/** Whether at least half of what is needed to know a kind of weeks was observed in such weeks. */
export function isLived({ counts }: Seasons, kind: WeekKind): boolean {
  const pickups = counts.filter((each) => each.kind === kind && each.measure === 'pickup');
  return total(pickups) >= MIN_OBSERVATIONS / 2;
}

/** The habits with a title: its readers keep it for as long or as short as ever, compared with others, in each kind of weeks. */
export function habitsOfTitle(habits: HabitsInSeasons, own: OwnLoans | undefined): HabitsInSeasons {
  if (own === undefined) return habits;
  const { always, byKind } = habits;
  const loans = loansOfTitle(always.loans, own);
  const ofTitle = (each: Habits): Habits => ({ ...each, loans: compared(loans, always.loans, each.loans) });
  return {
    ...habits,
    always: { ...always, loans },
    byKind: new Map([...byKind].map(([kind, each]) => [kind, ofTitle(each)])),
  };
}

/** What differs from the usual as much as `other` does, and from `other` as much as `some` does from the usual. */
function compared(some: Histogram, usual: Histogram, other: Histogram): Histogram {
  const counts = Array.from({ length: LOAN_TENTHS + 1 }, (_, bucket) => {
    const share = usual.shareOf(bucket);
    return { bucket, count: share === 0 ? 0 : (some.shareOf(bucket) * other.shareOf(bucket)) / share };
  });
  return total(counts) === 0 ? other : new Histogram(counts);
}

/**
 * The length of a title's loans, by the product-limit estimator: running loans count among those that have lasted so long. Otherwise only
 * short ones would count at first.
 */
function loansOfTitle(ofClass: Histogram, { ended, running }: OwnLoans): Histogram {
  const counts = Array.from(
    { length: LOAN_TENTHS + 1 },
    (_, tenth) => (ended[tenth] ?? 0) + CLASS_COUNTS_AS_LOANS * ofClass.shareOf(tenth),
  );
  const tenthsOf = ({ hours, left }: RunningLoan): number =>
    (LOAN_TENTHS * (hours - left)) / Math.max(1, hours);
  const reached = (tenth: number): number =>
    counts.slice(tenth).reduce((sum, count) => sum + count, 0) +
    running.reduce((sum, loan) => sum + Math.min(1, Math.max(0, tenthsOf(loan) - tenth)), 0);
  let lasting = 1;
  return new Histogram(
    counts.map((count, bucket) => {
      const ending = count === 0 ? 0 : (lasting * count) / reached(bucket);
      lasting -= ending;
      return { bucket, count: ending };
    }),
  );
}
