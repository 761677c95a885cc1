import type { LibraryCount } from './observations.store.js';

/** Observations of libraries, summed by their kinds. */
export class ObservationCounts {
  private readonly byKind = new Map<string, LibraryCount>();

  /** In one order, so that two workers never wait for each other. */
  get all(): readonly LibraryCount[] {
    return [...this.byKind].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted);
  }

  add(counted: LibraryCount): void {
    const { websiteId, measure, formatClass, period, bucket } = counted;
    const key = [websiteId, measure, formatClass, period, bucket].join(' ');
    const { count = 0, amount = 0 } = this.byKind.get(key) ?? {};
    this.byKind.set(key, { ...counted, count: count + counted.count, amount: amount + counted.amount });
  }
}
