import type { Conduct } from '../../../../src/domain/waits/conduct.js';
import { KeyedRandom } from '../../../../src/domain/waits/keyed-random.js';
import { type ConductOptions, LearnedConduct } from '../../../../src/domain/waits/learned-conduct.js';
import type { ObservationCount } from '../../../../src/domain/waits/observation.js';

export const seen = (
  measure: string,
  bucket: number,
  count: number,
  members: object = {},
): ObservationCount => ({
  measure,
  formatClass: 'eBook',
  period: measure === 'loan' ? 21 : 72,
  bucket,
  count,
  amount: 0,
  ...members,
});

/** Half of the loans are kept to the end, and half for a tenth of their time; all pickups take 8 to 12 hours. */
export const SEEN = [seen('loan', 10, 50), seen('loan', 0, 50), seen('pickup', 3, 60)];

export const learnedFrom = (counts: readonly ObservationCount[]): LearnedConduct | undefined =>
  LearnedConduct.from({ counts }, { formatClass: 'eBook', loanDays: 21, pickupHours: 72 });

/** From 0 to 1, the same for the same seed. */
export function numbersOf(seed: number): () => number {
  const random = new KeyedRandom(seed);
  random.restart();
  return random.next;
}

export const conductOf = (
  counts: readonly ObservationCount[],
  options?: ConductOptions,
  random = numbersOf(1),
): Conduct | undefined => learnedFrom(counts)?.draw(random, options);

export const share = <Value>(values: readonly Value[], is: (value: Value) => boolean): number =>
  values.filter(is).length / values.length;
