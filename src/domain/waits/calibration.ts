import {
  BY_RULE,
  HORIZON_DAYS,
  type ObservationCount,
  READY_BEFORE,
  READY_IN_THAT_HOUR,
  OF_ESTIMATE,
} from './observation.js';

/** How often holds were ready by the estimated time. */
export interface Coverage {
  readonly holds: number;
  /** A hold that was ready in the very hour of the estimate counts half. */
  readonly readyByThen: number;
  /** The interval of `readyByThen` in `holds` with a probability of 95 %. Undefined: too few holds. */
  readonly interval: readonly [low: number, high: number] | undefined;
  /** The mean pinball loss in hours: the error of the times, weighted by how often they should be met. Undefined: too few holds. */
  readonly lossHours: number | undefined;
}

/** How much better the estimates were than a simple rule. */
export interface Skill {
  /** Holds with both an estimate and the rule's. */
  readonly holds: number;
  /** The mean error of the likely time in hours. Undefined: too few holds. */
  readonly hoursOff: number | undefined;
  /** The same of what the rule would have said. */
  readonly hoursOffByRule: number | undefined;
  /** The share by which the error is smaller than the rule's: 1 is no error, 0 is no better than the rule, and below 0 it is worse. */
  readonly skill: number | undefined;
}

/** How good the estimates of waits in this range were. */
export interface Calibration {
  readonly fromDays: number;
  /** Undefined: no limit. */
  readonly toDays: number | undefined;
  readonly likely: Coverage;
  readonly latest: Coverage;
  /** Compared with the last wait: that of the latest hold of the title to become ready, while its copy was set aside. */
  readonly thanLastWait: Skill;
  /** Compared with place × lending period ÷ copies. */
  readonly thanPlace: Skill;
  /** Holds that were removed, or suspended, before the latest time: they say nothing about it. */
  readonly left: number;
}

/** Fewer holds say nothing. */
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

function figuresOf(counts: readonly ObservationCount[]): Omit<Calibration, 'fromDays' | 'toDays'> {
  const of = (measure: string): readonly ObservationCount[] =>
    counts.filter((each) => each.measure === measure);
  return {
    likely: coverageOf(of('told-likely')),
    latest: coverageOf(of('told-latest')),
    thanLastWait: skillOf(of('off-last-wait')),
    thanPlace: skillOf(of('off-place')),
    left: sum(of('told-left'), 'count'),
  };
}

function skillOf(counts: readonly ObservationCount[]): Skill {
  const of = (bucket: number): readonly ObservationCount[] => counts.filter((each) => each.bucket === bucket);
  const holds = sum(of(OF_ESTIMATE), 'count');
  if (holds < MIN_HOLDS) return { holds, hoursOff: undefined, hoursOffByRule: undefined, skill: undefined };
  const [estimate, rule] = [sum(of(OF_ESTIMATE), 'amount'), sum(of(BY_RULE), 'amount')];
  return {
    holds,
    hoursOff: estimate / holds,
    hoursOffByRule: rule / holds,
    // A rule without an error cannot be beaten.
    skill: rule === 0 ? (estimate === 0 ? 0 : -1) : 1 - estimate / rule,
  };
}

function coverageOf(counts: readonly ObservationCount[]): Coverage {
  const holds = sum(counts, 'count');
  const ready = (when: number): number =>
    sum(
      counts.filter(({ bucket }) => bucket === when),
      'count',
    );
  const readyByThen = ready(READY_BEFORE) + ready(READY_IN_THAT_HOUR) / 2;
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

/** Of the normal distribution, 95 % lie within so many standard deviations. */
const Z = 1.96;

/** Wilson's score interval: unlike the textbook's, it is right for few holds and for shares near 1. */
function wilsonInterval(successes: number, trials: number): readonly [low: number, high: number] {
  const share = successes / trials;
  const spread = Z ** 2 / trials;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials))) / (1 + spread);
  return [middle - half, middle + half];
}
