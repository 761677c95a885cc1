import type { ObservationCount } from './observation.js';

type BucketCount = Pick<ObservationCount, 'bucket' | 'count'>;

export function total(counts: readonly BucketCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** How often each bucket was observed. */
export class Histogram {
  private readonly counts: readonly BucketCount[];
  readonly total: number;

  constructor(counts: readonly BucketCount[]) {
    this.total = total(counts);
    this.counts = [...Map.groupBy(counts, ({ bucket }) => bucket)]
      .map(([bucket, some]) => ({ bucket, count: total(some) }))
      .sort((a, b) => a.bucket - b.bucket);
  }

  shareOf(bucket: number): number {
    const count = this.counts.find((each) => each.bucket === bucket)?.count ?? 0;
    return count / this.total;
  }

  /** @param random from 0 to 1, without 1 */
  at(random: number): number {
    let left = random * this.total;
    const drawn = this.counts.find(({ count }) => (left -= count) < 0) ?? this.counts.at(-1);
    return drawn?.bucket ?? 0;
  }
}
