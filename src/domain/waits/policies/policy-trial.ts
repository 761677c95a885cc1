import type { FormatClass } from '../../lending-period.js';
import type { Purchase } from '../../titles/copies-needed.js';
import { type Conduct, WORST_CASE } from '../conduct.js';
import { type KnownHold, type KnownQueue, ownedIn } from '../known-queue.js';
import type { ConductOptions, LearnedConduct } from '../learned-conduct.js';
import { Simulation } from '../simulation.js';
import { type ComingHold, comingHolds, type DemandAhead } from './demand.js';
import { KeyedRandom, NO_HOLD, type RunOf } from '../keyed-random.js';
import { type PolicyFigures, RunFigures, summary, type TitleFigures, waitsIn } from './policy-figures.js';
import { collectionToBuyFor, copiesBought, type PolicyChanges, underPolicy } from './policy.js';
import { WaitTally } from './wait-tally.js';

/** A title on which policies are tried. */
export interface TrialTitle {
  /** Its number among the titles. */
  readonly number: number;
  readonly formatClass: FormatClass;
  /** The usual lending period. */
  readonly loanDays: number;
  /** The behaviour of its patrons. Undefined: too little is known, and the worst case is simulated. */
  readonly learned: LearnedConduct | undefined;
  /** The library's recent purchases of it, and the length of its loans. */
  readonly own: Pick<ConductOptions, 'buying' | 'ownLoans'>;
  readonly queue: KnownQueue;
  readonly nextTicket: number;
  /** The holds placed in an hour, in the last weeks. */
  readonly perHour: number;
  /** Absent: as many are placed in all weeks. */
  readonly demand?: DemandAhead | undefined;
}

export interface TriedPolicy {
  readonly changes: PolicyChanges;
  /** The share of new holds that its hold limit leaves. */
  readonly demandLeft: number;
}

/** The present rules. */
export const AS_IT_IS: TriedPolicy = { changes: {}, demandLeft: 1 };

export interface TrialOptions {
  /** The simulated days; holds that are placed in them are followed until they are ready. */
  readonly days: number;
  readonly runs: number;
  readonly seed: number;
}

/** The number of simulated holds, which is the cost of a trial. */
export function holdsToSimulate(
  titles: readonly TrialTitle[],
  policies: number,
  { days, runs }: TrialOptions,
): number {
  const holds = titles.reduce(
    (sum, { queue, perHour }) => sum + 1 + queue.holds.length + perHour * 24 * days,
    0,
  );
  return Math.ceil(policies * runs * holds);
}

/** So many moments of a simulation are one step: a few milliseconds. */
const MOMENTS_IN_A_STEP = 500;

/**
 * Simulates titles under each of the policies, with the same patrons and the same random numbers. It is a generator, so that other work can
 * run between its steps.
 * @returns the effects of each policy
 */
export function* tryPolicies(
  titles: readonly TrialTitle[],
  policies: readonly TriedPolicy[],
  options: TrialOptions,
): Generator<undefined, PolicyFigures[]> {
  const hours = 24 * options.days;
  const figures = policies.map(() => Array.from({ length: options.runs }, () => new RunFigures(hours)));
  const ofTitles = policies.map((): TitleFigures[] => []);
  const bought = yield* purchasesUnder(titles, policies);
  for (const [index, title] of titles.entries()) {
    const tallies = policies.map((): WaitTally[] => []);
    const random = new KeyedRandom(options.seed);
    for (let run = 0; run < options.runs; run += 1) {
      random.restartIn({ run, runs: options.runs }, title.number, NO_HOLD, 1);
      const conduct = title.learned?.draw(random.next, { ...title.own, isDoubtful: true });
      const coming = comingTo(title, hours, random, run);
      for (const [policy, { changes, demandLeft }] of policies.entries()) {
        const seen = figures[policy]?.[run];
        if (seen === undefined) continue;
        const placed = coming.filter(({ chance }) => chance < demandLeft);
        const expected = { ...title.queue, holds: [...title.queue.holds, ...placed] };
        const queue = underPolicy(expected, title.formatClass, changes, bought[policy]?.[index]);
        seen.holdsPlaced += placed.length;
        const chances = { run, runs: options.runs, title: title.number };
        const waits = yield* simulated(queue, conduct, random, chances, seen);
        seen.waits.addAll(waits);
        tallies[policy]?.push(waits);
      }
    }
    for (const [policy, runs] of tallies.entries()) {
      const copiesBought = bought[policy]?.[index]?.copies ?? 0;
      ofTitles[policy]?.push({ copiesBought, waits: yield* waitsIn(runs) });
    }
  }
  const summaries: PolicyFigures[] = [];
  for (const [policy, runs] of figures.entries()) {
    summaries.push(yield* summary(runs, ofTitles[policy] ?? []));
  }
  return summaries;
}

/** The purchases under each policy, by title. */
function* purchasesUnder(
  titles: readonly TrialTitle[],
  policies: readonly TriedPolicy[],
): Generator<undefined, (Purchase | undefined)[][]> {
  const owned = titles.map(({ queue }) => ownedIn(queue.collections));
  const isAnyBought = policies.some(({ changes }) => changes.copies !== undefined);
  const places: (string | undefined)[] = [];
  for (const { queue, nextTicket } of isAnyBought ? titles : []) {
    places.push(collectionToBuyFor(queue, nextTicket));
    yield;
  }
  return policies.map(({ changes }) =>
    copiesBought(owned, changes.copies).map((copies, index) => {
      const collectionId = places[index];
      return collectionId === undefined ? undefined : { collectionId, copies };
    }),
  );
}

function comingTo(title: TrialTitle, hours: number, random: KeyedRandom, run: number): ComingHold[] {
  random.restart(title.number, run, NO_HOLD, 0);
  return comingHolds(title.queue, { ...title, loanHours: 24 * title.loanDays }, hours, random);
}

function* simulated(
  queue: KnownQueue,
  conduct: Conduct | undefined,
  random: KeyedRandom,
  { title, ...run }: RunOf & { readonly title: number },
  figures: RunFigures,
): Generator<undefined, WaitTally> {
  const simulation = new Simulation(
    queue,
    (subject, occasion) => {
      if (conduct === undefined) return WORST_CASE;
      random.restartIn(run, title, subject, occasion);
      return conduct;
    },
    figures,
  );
  while (!simulation.advance(MOMENTS_IN_A_STEP)) yield;
  const waits = new WaitTally();
  for (const hold of queue.holds)
    if (isCounted(hold)) waits.add(waitOf(hold, simulation.ofHolds.get(hold.ticket)));
  yield;
  return waits;
}

function waitOf({ placedIn = 0 }: KnownHold, offeredIn = Infinity): number {
  return offeredIn - placedIn;
}

/** A suspended hold waits because its patron wants to. */
function isCounted({ returnsIn, placedIn }: KnownHold): boolean {
  return returnsIn === 0 || placedIn !== undefined;
}
