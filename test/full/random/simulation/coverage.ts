import { HORIZON_DAYS } from '../../../../src/domain/waits/observation.js';
import type { ToldWait } from './town.js';

/** How waits that were told compare with what happened. */

/** A wait that is over, and what both simple rules would have said. */
export type JudgedWait = ToldWait & { readonly readyOn: number; readonly lastWait: number };

/**
 * Those whose latest time is over by the last day. Who still waits then was told too early, and is taken to be ready on that day.
 * Of later ones only the short waits are over: they would say that all were told too late.
 */
export function judgedOf(told: readonly ToldWait[], lastDay: number): JudgedWait[] {
  return told.flatMap(({ lastWait, readyOn = lastDay, ...wait }) =>
    lastWait !== undefined && wait.latestBy <= lastDay && wait.hasLeft === undefined
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
  return {
    name,
    holds: waits.length,
    likely: mean(({ readyOn, likelyBy }) => Number(readyOn <= likelyBy + SECOND)),
    latest: mean(({ readyOn, latestBy }) => Number(readyOn <= latestBy + SECOND)),
    daysOff: daysOff(({ likelyBy, placedOn }) => likelyBy - placedOn),
    daysOffLastWait: daysOff(({ lastWait }) => lastWait),
    daysOffSimpleWait: daysOff(({ simpleWait }) => simpleWait),
  };
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
