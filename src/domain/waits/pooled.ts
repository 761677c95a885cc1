import { total } from './histogram.js';
import type { ObservationCount } from './observation.js';

/** So many observations of a kind are enough. Missing ones are taken from similar kinds. */
export const MIN_OBSERVATIONS = 50;

/** Observations of the same class and period; missing ones come from the class's other periods, and then from other classes. */
export function pooled(
  all: readonly ObservationCount[],
  { formatClass, period }: Pick<ObservationCount, 'formatClass' | 'period'>,
  minimum: number,
): ObservationCount[] {
  const [ofClass, others] = partition(all, (each) => each.formatClass === formatClass);
  const [ofPeriod, ofOthers] = partition(ofClass, (each) => each.period === period);
  return filledUp(filledUp(ofPeriod, ofOthers, minimum), others, minimum);
}

export function partition<Item>(items: readonly Item[], is: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(is), items.filter((item) => !is(item))];
}

/** @returns `some`, and so much of `others` that the sum is a certain number: then nothing changes abruptly when one observation is forgotten */
export function filledUp(
  some: readonly ObservationCount[],
  others: readonly ObservationCount[],
  wanted: number,
  numberOf: (some: readonly ObservationCount[]) => number = total,
): ObservationCount[] {
  const part = Math.min(1, Math.max(0, wanted - numberOf(some)) / Math.max(1, numberOf(others)));
  if (part === 0) return [...some];
  return [
    ...some,
    ...others.map((each) => ({ ...each, count: part * each.count, amount: part * each.amount })),
  ];
}
