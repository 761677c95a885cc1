import { sharesByWait, sharesToldToday } from '../../domain/waits/calibration.js';
import { ownedIn } from '../../domain/waits/forecast.js';
import { holdsPerCopyBucket, type ObservationCount, WAIT_GOES_ON } from '../../domain/waits/observation.js';
import type { Queue } from '../queue.store.js';
import type { FoundQueue } from './queue-to-forecast.store.js';

type LibraryCount = ObservationCount & { readonly websiteId: number };

/** What is counted of each queue once a day: each has its first waits of a day once. Two workers may count one twice. */
export class DailyCounts {
  private readonly byKind = new Map<string, LibraryCount>();

  /** In one order, so that two workers never wait for each other. */
  get counts(): readonly LibraryCount[] {
    return [...this.byKind].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted);
  }

  /**
   * Of a queue that is wanted: on how many days patrons waited for it, for how many hours they did, and from which shares of the runs its
   * waits were told.
   * @param counts of its library, before
   */
  add({ websiteId }: Queue, found: FoundQueue, counts: readonly ObservationCount[]): void {
    const { isFirstToday, liveHolds, unread, known, formatClass } = found;
    if (!isFirstToday) return;
    const bucket = holdsPerCopyBucket(liveHolds, ownedIn(known));
    if (liveHolds > 0)
      this.addOne({ websiteId, measure: 'waited-for', formatClass, period: 0, bucket, count: 1, amount: 0 });
    const waiting =
      unread + known.holds.filter(({ returnsIn, hasMissed }) => returnsIn === 0 && !hasMissed).length;
    if (waiting > 0)
      this.addOne({
        websiteId,
        measure: 'waiting',
        formatClass,
        period: 0,
        bucket: WAIT_GOES_ON,
        count: waiting,
        amount: 24 * waiting,
      });
    for (const told of sharesToldToday(sharesByWait(counts)))
      this.addOne({ websiteId, formatClass, ...told });
  }

  private addOne(counted: LibraryCount): void {
    const { websiteId, measure, formatClass, period, bucket } = counted;
    const key = [websiteId, measure, formatClass, period, bucket].join(' ');
    const { count = 0, amount = 0 } = this.byKind.get(key) ?? {};
    this.byKind.set(key, { ...counted, count: count + counted.count, amount: amount + counted.amount });
  }
}
