import { setImmediate } from 'node:timers/promises';
import type { TitleId } from '../domain/titles/title-id.js';
import { ownLoansOf } from '../domain/waits/habits.js';
import { type Behaviour, LearnedConduct } from '../domain/waits/learned-conduct.js';
import {
  DEMAND_WEEKS,
  holdsAnHour,
  type PatronsWithHolds,
  shareWithin,
} from '../domain/waits/policies/demand.js';
import type { PolicyChanges } from '../domain/waits/policies/policy.js';
import type { PolicyFigures, TitleFigures } from '../domain/waits/policies/policy-figures.js';
import {
  AS_IT_IS,
  holdsToSimulate,
  type TrialTitle,
  type TriedPolicy,
  tryPolicies,
} from '../domain/waits/policies/policy-trial.js';
import type { Connection, Transactions } from '../platform/database/statement.js';
import { readBehaviour, readDemandAhead } from './behaviour.store.js';
import {
  countPatronsWithHolds,
  findPlacements,
  findLibraryRules,
  findMostWanted,
  findRenewedLicences,
  findTitle,
  type LibraryRules,
  onlyRead,
  type RenewedLicences,
  type WantedTitle,
} from './policy-trials.store.js';
import { type FoundQueue, readQueueToForecast } from './queue-to-forecast.store.js';

export interface Scenario {
  readonly name: string;
  readonly changes: PolicyChanges;
}

export interface TrialRequest {
  readonly websiteId: number;
  /** One title, or those with most live holds. */
  readonly titles: TitleId | { readonly mostWanted: number };
  readonly days: number;
  /** Undefined: as many as there is time for, up to `DEFAULT_RUNS`. */
  readonly runs?: number | undefined;
  readonly seed: number;
  readonly scenarios: readonly Scenario[];
}

export interface TrialLimits {
  /** The limit on simulated holds in all runs together. */
  readonly maxHolds: number;
  /** Undefined: no limit. */
  readonly maxMilliseconds?: number;
}

export interface TriedScenario extends Scenario, Omit<PolicyFigures, 'ofTitles'> {
  /** The share of new holds that remains under the scenario's hold limit. */
  readonly demandLeft: number;
}

/** A title, and what each of the policies makes of it. */
export interface TriedTitle extends WantedTitle {
  readonly policies: readonly ComparedFigures[];
}

export interface ComparedFigures extends TitleFigures {
  /** The likely days less those under the present rules. Undefined: there are no holds. Infinite or NaN: one of them has no end, or both. */
  readonly differenceDays: number | undefined;
}

/** The outcome of each scenario, and the data that it was computed from. */
export interface TrialReport {
  readonly websiteId: number;
  readonly library: LibraryRules;
  /** Undefined if there are several. */
  readonly title: WantedTitle | undefined;
  readonly titles: number;
  /** The number of titles whose patrons' behavior is unknown: the worst case is simulated. */
  readonly titlesInWorstCase: number;
  /** The licences that end in this time, and what they have cost; absent: no scenario renews them. */
  readonly renewed?: readonly RenewedLicences[];
  readonly newHoldsAWeek: number;
  readonly demandWeeks: number;
  readonly days: number;
  readonly runs: number;
  readonly seed: number;
  /** The present rules come first. */
  readonly policies: readonly TriedScenario[];
  /** The longest queue first. Absent: there is one title, whose figures are those of the policies. */
  readonly byTitle?: readonly TriedTitle[];
}

/** Why a trial is refused. The message is a sentence for people. */
export class TrialRefused extends Error {
  constructor(
    readonly reason: 'no-library' | 'no-title' | 'too-large' | 'too-slow',
    message: string,
  ) {
    super(message);
    this.name = 'TrialRefused';
  }
}

export const DEFAULT_RUNS = 30;
/** With fewer runs, chance says more than the policy. */
const MIN_RUNS = 5;
const DEFAULT_SCENARIO_NAME = 'Today';
/** Other work gets its turn at this interval. */
const SLICE_MS = 5;

/**
 * Tries scenarios on the queues as they are. It only reads, and computes in slices of a few milliseconds.
 * @throws TrialRefused
 */
export async function runTrial(
  database: Transactions,
  request: TrialRequest,
  limits: TrialLimits,
): Promise<TrialReport> {
  const until = performance.now() + (limits.maxMilliseconds ?? Infinity);
  const found = await database.transaction((transaction) => readTrial(transaction, request, limits));
  const { titles } = found;
  const scenarios: Scenario[] = [{ name: DEFAULT_SCENARIO_NAME, changes: {} }, ...request.scenarios];
  const policies = scenarios.map(({ changes }): TriedPolicy => policyOf(changes, found));
  const options = { ...request, runs: runsOf(request, titles, policies.length, limits) };
  const figures = await inSlices(tryPolicies(titles, policies, options), until);
  return {
    websiteId: request.websiteId,
    library: found.library,
    title: found.title,
    titles: titles.length,
    titlesInWorstCase: titles.filter(({ learned }) => learned === undefined).length,
    ...(found.renewed && { renewed: found.renewed }),
    newHoldsAWeek: titles.reduce((sum, { perHour }) => sum + 7 * 24 * perHour, 0),
    demandWeeks: DEMAND_WEEKS,
    days: options.days,
    runs: options.runs,
    seed: options.seed,
    policies: figures.map(({ ofTitles: _, ...each }, index) => ({
      ...(scenarios[index] ?? { name: '', changes: {} }),
      demandLeft: policies[index]?.demandLeft ?? 1,
      ...each,
    })),
    ...(found.title === undefined && {
      byTitle: found.named.map((title, index) => ({
        ...title,
        policies: compared(figures.flatMap(({ ofTitles }) => ofTitles[index] ?? [])),
      })),
    }),
  };
}

/** @param policies the present rules come first */
function compared(policies: readonly TitleFigures[]): ComparedFigures[] {
  const now = policies[0]?.waits.likelyDays?.value;
  return policies.map((figures) => {
    const then = figures.waits.likelyDays?.value;
    return {
      ...figures,
      differenceDays: now === undefined || then === undefined ? undefined : then - now,
    };
  });
}

interface FoundTrial {
  readonly library: LibraryRules;
  /** Undefined if there are several. */
  readonly title: WantedTitle | undefined;
  readonly titles: readonly TrialTitle[];
  /** The same. */
  readonly named: readonly WantedTitle[];
  readonly patrons: readonly PatronsWithHolds[];
  readonly renewed: readonly RenewedLicences[] | undefined;
}

async function readTrial(
  connection: Connection,
  { websiteId, titles, days, scenarios, runs = MIN_RUNS }: TrialRequest,
  { maxHolds }: TrialLimits,
): Promise<FoundTrial> {
  await onlyRead(connection);
  const library = await findLibraryRules(connection, websiteId);
  if (library === undefined) throw new TrialRefused('no-library', `There is no library ${websiteId}.`);
  const wanted =
    'mostWanted' in titles
      ? await findMostWanted(connection, websiteId, titles.mostWanted)
      : await findTitle(connection, websiteId, titles);
  if (wanted.length === 0 && !('mostWanted' in titles))
    throw new TrialRefused('no-title', 'The library does not have this title.');
  // Checked before all of them are read.
  const holds = wanted.reduce((sum, { liveHolds }) => sum + liveHolds, 0);
  requireWithin(maxHolds, (1 + scenarios.length) * runs * holds);
  const reserveIds = wanted.map(({ reserveId }) => reserveId);
  const placements = await findPlacements(connection, websiteId, reserveIds);
  const behaviour = await readBehaviour(connection, websiteId);
  const demand = await readDemandAhead(connection, websiteId, behaviour);
  const found: TrialTitle[] = [];
  const named: WantedTitle[] = [];
  for (const title of wanted) {
    const queue = await readQueueToForecast(connection, { websiteId, reserveId: title.reserveId });
    const placed = placements.get(title.reserveId);
    if (queue === undefined || placed === undefined) continue;
    named.push(title);
    found.push({
      ...trialTitle(title, queue, behaviour),
      perHour: holdsAnHour({ ...queue, ...placed }),
      demand,
    });
  }
  return {
    library,
    title: 'mostWanted' in titles ? undefined : wanted[0],
    titles: found,
    named,
    patrons: scenarios.some(({ changes }) => changes.holdLimit !== undefined)
      ? await countPatronsWithHolds(connection, websiteId)
      : [],
    renewed: scenarios.some(({ changes }) => changes.renew)
      ? await findRenewedLicences(connection, websiteId, reserveIds, days)
      : undefined,
  };
}

function trialTitle(
  { crossRefId }: WantedTitle,
  { formatClass, loanDays, known, nextTicket, unread, purchases, loanTenths }: FoundQueue,
  behaviour: Behaviour,
): Omit<TrialTitle, 'perHour'> {
  const last = known.holds.at(-1);
  // If a very long queue was not read completely, the other holds are like the last one.
  const others =
    last === undefined
      ? []
      : Array.from({ length: unread }, (_, index) => ({
          ...last,
          ticket: last.ticket + 1 + index,
          returnsIn: 0,
        }));
  const queue = { ...known, holds: [...known.holds, ...others] };
  const learned = LearnedConduct.from(behaviour, { formatClass, loanDays, pickupHours: known.pickupHours });
  const own = { buying: purchases, ownLoans: ownLoansOf(known, loanTenths) };
  return { number: crossRefId, formatClass, loanDays, learned, own, queue, nextTicket };
}

function policyOf(changes: PolicyChanges, { library, patrons }: FoundTrial): TriedPolicy {
  const { holdLimit = library.holdLimit } = changes;
  const isLower = holdLimit < library.holdLimit;
  return { changes, demandLeft: isLower ? shareWithin(holdLimit, patrons) : AS_IT_IS.demandLeft };
}

/** @throws TrialRefused */
function runsOf(
  { runs, days, seed }: TrialRequest,
  titles: readonly TrialTitle[],
  policies: number,
  { maxHolds }: TrialLimits,
): number {
  const cost = (each: number): number => holdsToSimulate(titles, policies, { days, seed, runs: each });
  const affordable = Math.min(DEFAULT_RUNS, Math.floor(maxHolds / cost(1)));
  const wanted = runs ?? Math.max(MIN_RUNS, affordable);
  requireWithin(maxHolds, cost(wanted));
  return wanted;
}

function requireWithin(maxHolds: number, holds: number): void {
  if (holds <= maxHolds) return;
  const [asked, most] = [holds, maxHolds].map((each) => Math.ceil(each).toLocaleString('en'));
  throw new TrialRefused(
    'too-large',
    `This would simulate ${asked} holds, and ${most} are allowed: choose fewer titles, days, runs or scenarios.`,
  );
}

async function inSlices<Result>(steps: Generator<undefined, Result>, until: number): Promise<Result> {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const now = performance.now();
    if (now > until)
      throw new TrialRefused('too-slow', 'The simulation took too long. Choose fewer titles, or fewer days.');
    if (now - since < SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}
