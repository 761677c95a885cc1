import { lockQueues } from '../circulation/locks.store.js';
import { reserveTickets } from '../circulation/moved-holds.store.js';
import type { Queue } from '../circulation/queue.service.js';
import { newsFor, type WatchNews } from '../domain/watched-title.js';
import { writeEndedNotices } from '../notifications/sending/notice-outbox.store.js';
import { readServiceTime } from '../platform/database/clock.store.js';
import type { LibraryGroup } from '../platform/database/library-groups.js';
import type { Connection, Transactions } from '../platform/database/statement.js';
import {
  findTitlesWithNews,
  findWatchedQueue,
  findWatchers,
  type FoundWatcher,
  recordNews,
} from './watch-news.store.js';

const TITLES_AT_ONCE = 200;
/** A queue is locked while so many are told. */
const WATCHERS_AT_ONCE = 1_000;

/**
 * Tells watchers of titles, in some of the queues of these libraries.
 * @returns for how many watchers something has changed
 */
export async function tellWatchers(
  database: Transactions & Connection,
  group: LibraryGroup,
): Promise<number> {
  let changes = 0;
  for (const queue of await findTitlesWithNews(database, group, TITLES_AT_ONCE))
    changes += await database.transaction((connection) => tellOf(connection, queue));
  return changes;
}

/** Under the queue's lock nobody takes the copy, and no other worker tells of it. */
async function tellOf(connection: Connection, queue: Queue): Promise<number> {
  if ((await lockQueues(connection, [queue])) === 0) return 0;
  const watchers = await findWatchers(connection, queue, WATCHERS_AT_ONCE);
  const news = newsFor(watchers, await findWatchedQueue(connection, queue));
  const changed = watchers.filter(({ isOwned, wasOwned }) => isOwned !== wasOwned);
  if (news.length === 0 && changed.length === 0) return 0;
  const now = await readServiceTime(connection);
  await writeNews(connection, queue, news, now);
  const told = news.filter(([, what]) => what !== 'watched-gone').map(([{ patronId }]) => patronId);
  await recordNews(connection, queue, watchers, new Set(told), now);
  return Math.max(news.length, changed.length);
}

/** Call it before a title is removed: the watches end with it. Who knows that the library has no copy is not told again. */
export async function tellOfRemoval(connection: Connection, queue: Queue): Promise<void> {
  const watchers = await findWatchers(connection, queue, null);
  const news = watchers.filter(({ wasOwned }) => wasOwned).map((each) => [each, 'watched-gone'] as const);
  await writeNews(connection, queue, news, await readServiceTime(connection));
}

/** Their content is stored as that of holds that have ended, each with a ticket of its own: jobs and what is kept of mails name no patron. */
async function writeNews(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  news: readonly (readonly [FoundWatcher, WatchNews])[],
  endedAt: Date,
): Promise<void> {
  const addressed = news.flatMap(([{ patronId, emailAddress, canBeTold, language }, reason]) =>
    canBeTold ? [{ patronId, emailAddress, language, reason }] : [],
  );
  if (addressed.length === 0) return;
  const next = await reserveTickets(connection, { websiteId, reserveId }, addressed.length);
  const notices = addressed.map((each, index) => ({
    ...{ websiteId, reserveId, ticket: next - addressed.length + index, endedAt },
    ...each,
  }));
  await writeEndedNotices(connection, notices);
}
