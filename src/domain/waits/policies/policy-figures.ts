import { LATEST, LIKELY } from '../observation.js';
import type { Watch } from '../simulation.js';
import { WaitTally } from './wait-tally.js';

/** A figure of a simulation, and the range that it has in nine of ten runs. */
export interface Estimate {
  readonly value: number;
  readonly range: readonly [low: number, high: number];
}

/** Of holds that wait now or are placed in the simulated time. */
export interface Waits {
  /** The number of these holds. */
  readonly holds: Estimate;
  /**
   * The days in which half of them are ready, and nine of ten, from now or from their placement. Undefined: there are none. Infinite: so
   * many are never ready, because the library owns no copy that their patrons may use.
   */
  readonly likelyDays: Estimate | undefined;
  readonly latestDays: Estimate | undefined;
}

/** The effects of a policy on one title. */
export interface TitleFigures {
  readonly copiesBought: number;
  readonly waits: Waits;
}

/** The effects of a policy. */
export interface PolicyFigures extends TitleFigures {
  /** In the order of the titles. */
  readonly ofTitles: readonly TitleFigures[];
  readonly holdsPlaced: Estimate;
  readonly loansBegun: Estimate;
  /** Shares of the time of all copies; their sum is 1, or 0 if there are no copies. */
  readonly copies: { readonly onLoan: number; readonly setAside: number; readonly onShelf: number };
}

/** The figures of one run, for all titles together. */
export class RunFigures implements Watch {
  readonly waits = new WaitTally();
  holdsPlaced = 0;
  loansBegun = 0;
  lentHours = 0;
  setAsideHours = 0;
  shelfHours = 0;

  /** @param hours that are counted */
  constructor(private readonly hours: number) {}

  setAside(from: number, until: number): void {
    this.setAsideHours += this.within(from, until);
  }

  lent(from: number, until: number, isNew: boolean): void {
    this.lentHours += this.within(from, until);
    if (isNew && from <= this.hours) this.loansBegun += 1;
  }

  left(copies: number, from: number, until: number): void {
    this.shelfHours += copies * this.within(from, until);
  }

  private within(from: number, until: number): number {
    return Math.max(0, Math.min(until, this.hours) - from);
  }
}

/**
 * A long queue has very many waits, so that other work can run between the steps.
 * @param runs the waits of each run
 */
export function* waitsIn(runs: readonly WaitTally[]): Generator<undefined, Waits> {
  const all = new WaitTally();
  for (const waits of runs) {
    all.addAll(waits);
    yield;
  }
  const holds = estimate(
    all.holds / runs.length,
    runs.map((waits) => waits.holds),
  );
  const likelyDays = yield* daysWithin(LIKELY, all, runs);
  return { holds, likelyDays, latestDays: yield* daysWithin(LATEST, all, runs) };
}

function* daysWithin(
  share: number,
  all: WaitTally,
  runs: readonly WaitTally[],
): Generator<undefined, Estimate | undefined> {
  const ofRuns: number[] = [];
  for (const waits of runs) {
    const hours = waits.within(share);
    if (hours !== undefined) ofRuns.push(hours / 24);
    yield;
  }
  const value = all.within(share);
  return value === undefined ? undefined : estimate(value / 24, ofRuns);
}

export function* summary(
  runs: readonly RunFigures[],
  ofTitles: readonly TitleFigures[],
): Generator<undefined, PolicyFigures> {
  const sum = (figure: (run: RunFigures) => number): number =>
    runs.reduce((total, run) => total + figure(run), 0);
  const mean = (figure: (run: RunFigures) => number): Estimate =>
    estimate(sum(figure) / runs.length, runs.map(figure));
  const [lent, setAside, shelf] = [
    sum(({ lentHours }) => lentHours),
    sum(({ setAsideHours }) => setAsideHours),
    sum(({ shelfHours }) => shelfHours),
  ];
  const total = Math.max(Number.MIN_VALUE, lent + setAside + shelf);
  return {
    copiesBought: ofTitles.reduce((all, { copiesBought }) => all + copiesBought, 0),
    waits: yield* waitsIn(runs.map(({ waits }) => waits)),
    ofTitles,
    holdsPlaced: mean(({ holdsPlaced }) => holdsPlaced),
    loansBegun: mean(({ loansBegun }) => loansBegun),
    copies: { onLoan: lent / total, setAside: setAside / total, onShelf: shelf / total },
  };
}

/** Leaves nine of ten values in the range. */
const OUTSIDE = 0.05;

function estimate(value: number, ofRuns: readonly number[]): Estimate {
  const sorted = ofRuns.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? value;
  return { value, range: [at(OUTSIDE), at(1 - OUTSIDE)] };
}
