import { readServiceTime } from '../platform/database/clock.store.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { popularity, UPDATED_AT_SECONDS } from './updated-at.store.js';
import type { PeriodicWork } from '../platform/jobs/task.decorators.js';
import type { Queue } from './queue.store.js';

const EVERY_MS = UPDATED_AT_SECONDS * 1000;
/** Changes before a worker starts may be as old as the last stop of all workers. */
const FIRST_LOOK_BACK_MS = 24 * 60 * EVERY_MS;
const MAX_AT_ONCE = 1_000;

/**
 * The queues whose popularity has changed since it was counted. An update counts it, and the changes of the minute after it do not; once that
 * minute is over, the next change counts it again, so nothing here is counted twice.
 */
const FIND = statement<Queue>(
  'popularity-find-outdated',
  `SELECT outdated.* FROM library l CROSS JOIN LATERAL (
     SELECT q.website_id AS "websiteId", q.reserve_id AS "reserveId" FROM title_queue q
     WHERE q.website_id = l.website_id AND q.changed_at > $1
       AND q.changed_at < $2::timestamptz - interval '${UPDATED_AT_SECONDS} seconds'
       AND q.popularity <> ${popularity('q.live_holds', { websiteId: 'q.website_id', reserveId: 'q.reserve_id' })}
   ) outdated LIMIT ${MAX_AT_ONCE}`,
);

/** The time of the last update stays: clients that ask for changes know this one. */
const COUNT = statement(
  'popularity-count',
  `UPDATE title_queue q SET popularity = ${popularity('q.live_holds')} WHERE q.website_id = $1 AND q.reserve_id = $2`,
);

/** Counts the popularity of each queue again, a minute or two after the last change that did not count it. */
export function countPopularity(): PeriodicWork {
  let countedAt: number | undefined;
  return async (connection: Connection) => {
    const now = (await readServiceTime(connection)).getTime();
    // The clock of a sandbox can be set back.
    if (countedAt !== undefined && now >= countedAt && now < countedAt + EVERY_MS) return 0;
    const since =
      countedAt === undefined || now < countedAt ? now - FIRST_LOOK_BACK_MS : countedAt - 3 * EVERY_MS;
    const queues = await connection.run(FIND, [new Date(since), new Date(now)]);
    for (const { websiteId, reserveId } of queues) await connection.run(COUNT, [websiteId, reserveId]);
    if (queues.length < MAX_AT_ONCE) countedAt = now;
    return queues.length;
  };
}
