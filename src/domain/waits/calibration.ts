import { HORIZON_DAYS, type ObservationCount, READY_BY_THEN } from './observation.js';

/** How often holds were ready by the time that their patrons had been told. */
export interface Coverage {
  readonly holds: number;
  readonly readyByThen: number;
  /** Of `readyByThen` in `holds`, with a probability of 95 %. Undefined: too few holds to tell. */
  readonly interval: readonly [low: number, high: number] | undefined;
  /** The mean pinball loss in hours: how far the times were off, weighed by how often they should be met. Undefined: as above. */
  readonly lossHours: number | undefined;
}

/** How good the estimates were, of waits that were told to be so long. */
export interface Calibration {
  readonly fromDays: number;
  /** Undefined: no limit. */
  readonly toDays: number | undefined;
  readonly likely: Coverage;
  readonly latest: Coverage;
  /** Holds that were removed, or suspended, before they were ready: they tell nothing. */
  readonly left: number;
}

/** Fewer holds tell nothing. */
const MIN_HOLDS = 50;

/** For each horizon, and for all together. */
export interface CalibrationByHorizon {
  readonly all: Calibration;
  readonly horizons: readonly Calibration[];
}

export function calibrationOf(counts: readonly ObservationCount[]): CalibrationByHorizon {
  const ofHorizon = (fromDays: number, index: number): Calibration => ({
    fromDays,
    toDays: HORIZON_DAYS[index + 1],
    ...figuresOf(counts.filter(({ period }) => period === fromDays)),
  });
  return {
    all: { fromDays: 0, toDays: undefined, ...figuresOf(counts) },
    horizons: HORIZON_DAYS.map(ofHorizon),
  };
}

function figuresOf(counts: readonly ObservationCount[]): Pick<Calibration, 'likely' | 'latest' | 'left'> {
  const of = (measure: string): readonly ObservationCount[] =>
    counts.filter((each) => each.measure === measure);
  return {
    likely: coverageOf(of('told-likely')),
    latest: coverageOf(of('told-latest')),
    left: sum(of('told-left'), 'count'),
  };
}

function coverageOf(counts: readonly ObservationCount[]): Coverage {
  const holds = sum(counts, 'count');
  const readyByThen = sum(
    counts.filter(({ bucket }) => bucket === READY_BY_THEN),
    'count',
  );
  if (holds < MIN_HOLDS) return { holds, readyByThen, interval: undefined, lossHours: undefined };
  return {
    holds,
    readyByThen,
    interval: wilsonInterval(readyByThen, holds),
    lossHours: sum(counts, 'amount') / holds,
  };
}

function sum(counts: readonly ObservationCount[], member: 'count' | 'amount'): number {
  return counts.reduce((total, each) => total + each[member], 0);
}

/** Of the normal distribution: 95 % lie within so many standard deviations. */
const Z = 1.96;

/** Wilson's score interval: unlike the textbook's, it is right for few holds and for shares near 1. */
function wilsonInterval(successes: number, trials: number): readonly [low: number, high: number] {
  const share = successes / trials;
  const spread = Z ** 2 / trials;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials))) / (1 + spread);
  return [middle - half, middle + half];
}
