import { HORIZON_DAYS, LATEST, LIKELY } from '../../../../src/domain/waits/observation.js';
import type { EstimateAtPlacement } from './town.js';

/** How waits that were told compare with what happened. */

/** A wait that is over, and what both simple rules would have said. */
export type JudgedWait = EstimateAtPlacement & { readonly readyOn: number; readonly lastWait: number };

/**
 * Those whose latest time is over by the last day. Who still waits then, or leaves after it, was told too early, and is taken to be ready
 * on that day. Of later ones only the short waits are over: they would say that all were told too late.
 */
export function judgedOf(told: readonly EstimateAtPlacement[], lastDay: number): JudgedWait[] {
  return told.flatMap(({ lastWait, leftOn, readyOn = leftOn ?? lastDay, ...wait }) =>
    lastWait !== undefined && wait.latestBy <= lastDay && (leftOn === undefined || leftOn > wait.latestBy)
      ? [{ ...wait, lastWait, readyOn }]
      : [],
  );
}

export interface Coverage {
  readonly name: string;
  readonly holds: number;
  /** Shares of the holds that were ready by then. */
  readonly likely: number;
  readonly latest: number;
  /** How far chance alone takes these shares: a standard error. Holds of one title share their luck. Infinite for few titles. */
  readonly errors: Readonly<Record<'likely' | 'latest', number>>;
  /** How many days the likely time was off, and what the simple rules would have said: in the mean. */
  readonly daysOff: number;
  readonly daysOffLastWait: number;
  readonly daysOffSimpleWait: number;
}

/** Times are full hours, and so are the days on which holds are ready, but for the error of a number. */
const SECOND = 1 / (24 * 3600);

export function coverageOf(name: string, waits: readonly JudgedWait[]): Coverage {
  const mean = (of: (wait: JudgedWait) => number): number =>
    waits.reduce((sum, wait) => sum + of(wait), 0) / waits.length;
  const daysOff = (told: (wait: JudgedWait) => number): number =>
    mean((wait) => Math.abs(told(wait) - (wait.readyOn - wait.placedOn)));
  const isReadyBy = (time: 'likelyBy' | 'latestBy') => (wait: JudgedWait) => {
    const late = wait.readyOn - wait[time];
    // In the very hour that was told: half.
    return Math.abs(late) < SECOND ? 0.5 : Number(late < 0);
  };
  return {
    name,
    holds: waits.length,
    likely: mean(isReadyBy('likelyBy')),
    latest: mean(isReadyBy('latestBy')),
    errors: {
      likely: errorByTitle(waits, LIKELY, isReadyBy('likelyBy')),
      latest: errorByTitle(waits, LATEST, isReadyBy('latestBy')),
    },
    daysOff: daysOff(({ likelyBy, placedOn }) => likelyBy - placedOn),
    daysOffLastWait: daysOff(({ lastWait }) => lastWait),
    daysOffSimpleWait: daysOff(({ simpleWait }) => simpleWait),
  };
}

/** Of fewer, the error itself is not known. */
const MIN_TITLES = 10;

/** The standard error of a share whose holds are independent from title to title only: at least that of independent holds. */
function errorByTitle(waits: readonly JudgedWait[], asked: number, of: (wait: JudgedWait) => number): number {
  const share = waits.reduce((sum, wait) => sum + of(wait), 0) / waits.length;
  const titles = [...Map.groupBy(waits, ({ title }) => title).values()];
  if (titles.length < MIN_TITLES) return Infinity;
  const squares = titles.map((some) => some.reduce((sum, wait) => sum + of(wait) - share, 0) ** 2);
  const variance = squares.reduce((sum, square) => sum + square, 0) / waits.length ** 2;
  return Math.sqrt(
    Math.max((variance * titles.length) / (titles.length - 1), (asked * (1 - asked)) / waits.length),
  );
}

/** By how long the wait was told to be. */
export function byHorizon(waits: readonly JudgedWait[]): Coverage[] {
  return HORIZON_DAYS.flatMap((from, index) => {
    const to = HORIZON_DAYS[index + 1] ?? Infinity;
    const some = waits.filter(
      ({ likelyBy, placedOn }) => likelyBy - placedOn >= from && likelyBy - placedOn < to,
    );
    const name = to === Infinity ? `${from} days and more` : `${from} to ${to} days`;
    return some.length > 0 ? [coverageOf(name, some)] : [];
  });
}

/** By the day on which the holds were placed. */
export function bySpan(waits: readonly JudgedWait[], spanDays: number): (Coverage & { fromDay: number })[] {
  return [...Map.groupBy(waits, ({ placedOn }) => Math.floor(placedOn / spanDays))]
    .sort(([a], [b]) => a - b)
    .map(([span, some]) => ({
      fromDay: span * spanDays,
      ...coverageOf(`placed from day ${span * spanDays}`, some),
    }));
}

export function describeCoverage({ name, holds, likely, latest, ...days }: Coverage): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  return [
    `${name}: ${holds} holds`,
    `by likely ${percent(likely)}`,
    `by latest ${percent(latest)}`,
    `days off: told ${days.daysOff.toFixed(2)}`,
    `the last wait ${days.daysOffLastWait.toFixed(2)}`,
    `place × period ÷ copies ${days.daysOffSimpleWait.toFixed(2)}`,
  ].join(', ');
}
