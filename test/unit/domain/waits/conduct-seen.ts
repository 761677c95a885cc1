import { randomLcg } from 'd3-random';
import { type Conduct, LearnedConduct } from '../../../../src/domain/waits/conduct.js';
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

export const conductOf = (counts: readonly ObservationCount[], seed = 1, days = 21): Conduct | undefined =>
  new LearnedConduct(counts).of('eBook', days, 72, randomLcg(seed));

export const share = <Value>(values: readonly Value[], is: (value: Value) => boolean): number =>
  values.filter(is).length / values.length;
