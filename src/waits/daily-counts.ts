import type { Queue } from '../circulation/queue.store.js';
import { isWaiting, ownedIn } from '../domain/waits/known-queue.js';
import { holdsPerCopyBucket, WAIT_GOES_ON } from '../domain/waits/observation.js';
import type { LibraryCount } from './observations.store.js';
import type { FoundQueue } from './queue-to-forecast.store.js';

/** Counted once a day per queue, with its first waits of the day: whether patrons waited for it, and for how many hours. */
export function countsOfDay(
  { websiteId }: Queue,
  { isFirstToday, liveHolds, unread, known, formatClass }: FoundQueue,
): readonly LibraryCount[] {
  if (!isFirstToday) return [];
  const waiting = unread + known.holds.filter((hold) => isWaiting(hold) && !hold.hasMissed).length;
  const kind = { websiteId, formatClass, period: 0 };
  const wanted = {
    ...kind,
    measure: 'waited-for',
    bucket: holdsPerCopyBucket(liveHolds, ownedIn(known.collections)),
    count: 1,
    amount: 0,
  };
  const waits = { ...kind, measure: 'waiting', bucket: WAIT_GOES_ON, count: waiting, amount: 24 * waiting };
  return [...(liveHolds > 0 ? [wanted] : []), ...(waiting > 0 ? [waits] : [])];
}
