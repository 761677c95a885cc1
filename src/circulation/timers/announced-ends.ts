import { writeHoldNotices } from '../../notifications/sending/notice-outbox.store.js';
import type { LibraryGroup } from '../../platform/database/library-groups.js';
import type { Transactions } from '../../platform/database/statement.js';
import { announceEndsIn, findLongSuspensions } from './announced-ends.store.js';
import { claimQueues } from './timers.store.js';

/**
 * Announces the ends of long suspensions, in some of the queues of these libraries. A hold ends only after its end was announced, so a late
 * worker makes holds live longer, never shorter (decision 6). Queues that others have locked are left for the next time.
 * @returns how many queues had something to announce, and in how many it was announced
 */
export async function announceEnds(
  database: Transactions,
  group: LibraryGroup,
  mostQueues: number,
): Promise<{ readonly found: number; readonly announced: number }> {
  let announced = 0;
  const found = await findLongSuspensions(database, group, mostQueues);
  for (const [websiteId, queues] of Map.groupBy(found, (queue) => queue.websiteId))
    announced += await database.transaction(async (connection) => {
      const claimed = await claimQueues(connection, websiteId, queues);
      if (claimed.length === 0) return 0;
      const ends = await announceEndsIn(connection, websiteId, claimed);
      const notices = ends.map(({ endsAt, ...hold }) => ({ ...hold, moment: endsAt }));
      await writeHoldNotices(connection, 'suspension-ends', notices);
      return claimed.length;
    });
  return { found: found.length, announced };
}
