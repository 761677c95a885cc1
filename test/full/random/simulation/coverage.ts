import { HORIZON_DAYS, LATEST, LIKELY } from '../../../../src/domain/waits/observation.js';
import type { EstimateAtPlacement } from './town-options.js';

/** How waits that were told compare with what happened. */

/** A wait that is over, and what both simple rules would have said. */
export type JudgedWait = EstimateAtPlacement & { readonly readyOn: number; readonly lastWait: number };

/**
 * Those whose latest time is over by the last day. Who still waits then, or leaves after it, was told too early, and is taken to be ready
 * on that day. Of later ones only the short waits are over: they would say that all were told too late. Who waits while the library changes its
 * rules is not judged: nobody could foresee it.
 */
export function judgedOf(
  told: readonly EstimateAtPlacement[],
  lastDay: number,
  changedOn = Infinity,
): JudgedWait[] {
  return told.flatMap(({ lastWait, leftOn, readyOn = leftOn ?? lastDay, ...wait }) => {
    const isOver = wait.latestBy <= lastDay && (leftOn === undefined || leftOn > wait.latestBy);
    const sawChange = wait.placedOn < changedOn && wait.latestBy > changedOn;
    return lastWait !== undefined && isOver && !sawChange ? [{ ...wait, lastWait, readyOn }] : [];
  });
}

/** A share of holds, and between which shares it would be in 95 of 100 towns like this one. */
export interface Share {
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

export interface Coverage {
  readonly name: string;
  readonly holds: number;
  readonly titles: number;
  /** Of the holds that were ready by then. */
  readonly likely: Share;
  readonly latest: Share;
  /** How many days the likely time was off, and what the simple rules would have said: in the mean. */
  readonly daysOff: number;
  readonly daysOffLastWait: number;
  readonly daysOffSimpleWait: number;
}

/** Times are full hours, and so are the days on which holds are ready, but for the error of a number. */
const SECOND = 1 / (24 * 3600);

export function coverageOf(name: string, waits: readonly JudgedWait[]): Coverage {
  const daysOff = (told: (wait: JudgedWait) => number): number =>
    meanOf(waits.map((wait) => Math.abs(told(wait) - (wait.readyOn - wait.placedOn))));
  return {
    name,
    holds: waits.length,
    titles: new Set(waits.map(({ title }) => title)).size,
    likely: shareReadyBy('likelyBy', waits),
    latest: shareReadyBy('latestBy', waits),
    daysOff: daysOff(({ likelyBy, placedOn }) => likelyBy - placedOn),
    daysOffLastWait: daysOff(({ lastWait }) => lastWait),
    daysOffSimpleWait: daysOff(({ simpleWait }) => simpleWait),
  };
}

function meanOf(numbers: readonly number[]): number {
  return sumOf(numbers) / numbers.length;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/**
 * A copy that is bought, or a reader who keeps it, makes all holds of a title early or late together: independent are the titles and not the holds.
 * So the standard error is that of a ratio of two sums of titles, and at least that of independent holds. Of one title it is not known.
 */
function shareReadyBy(time: 'likelyBy' | 'latestBy', waits: readonly JudgedWait[]): Share {
  const isReady = (wait: JudgedWait): number => {
    const late = wait.readyOn - wait[time];
    // In the very hour that was told: half.
    return Math.abs(late) < SECOND ? 0.5 : Number(late < 0);
  };
  const share = meanOf(waits.map(isReady));
  const titles = [...Map.groupBy(waits, ({ title }) => title).values()];
  const squares = titles.map((some) => sumOf(some.map((wait) => isReady(wait) - share)) ** 2);
  const ofTitles = (sumOf(squares) / waits.length ** 2) * (titles.length / (titles.length - 1));
  const asked = time === 'likelyBy' ? LIKELY : LATEST;
  const off =
    titles.length < 2 ? 1 : 1.96 * Math.sqrt(Math.max(ofTitles, (asked * (1 - asked)) / waits.length));
  return { share, from: Math.max(0, share - off), to: Math.min(1, share + off) };
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

export function describeCoverage({ name, holds, titles, likely, latest, ...days }: Coverage): string {
  return [
    `${name}: ${holds} holds of ${titles} titles`,
    `by likely ${describeShare(likely)}`,
    `by latest ${describeShare(latest)}`,
    `days off: told ${days.daysOff.toFixed(2)}`,
    `the last wait ${days.daysOffLastWait.toFixed(2)}`,
    `place × period ÷ copies ${days.daysOffSimpleWait.toFixed(2)}`,
  ].join(', ');
}

function describeShare({ share, from, to }: Share): string {
  const [each, least, most] = [share, from, to].map((part) => (part * 100).toFixed(1));
  return `${each} % (between ${least} and ${most} %)`;
}

/** Which shares are as asked for, and outside of which a share is wrong whatever chance does. */
const BOUNDS = {
  likely: { from: 0.45, to: 0.55, coarse: { from: 0.35, to: 0.65 } },
  latest: { from: 0.86, to: 0.94, coarse: { from: 0.8, to: 0.98 } },
} as const;

/** Of fewer, chance alone takes a share out of the coarse bounds. */
const MIN_HOLDS = 100;
const MIN_TITLES = 10;

export function saysEnough({ holds, titles }: Coverage): boolean {
  return holds >= MIN_HOLDS && titles >= MIN_TITLES;
}

/** Whether waits were told right, for all that chance lets one know: titles may be few, and then only the coarse bounds say no. */
export function isAsAsked({ share, from, to }: Share, time: 'likely' | 'latest'): boolean {
  const { coarse, ...asked } = BOUNDS[time];
  const isPossible = from <= asked.to && to >= asked.from;
  return isPossible && share >= coarse.from && share <= coarse.to;
}
