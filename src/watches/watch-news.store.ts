import { IS_WAITING } from '../circulation/hold-row.store.js';
import type { Queue } from '../circulation/queue.service.js';
import { isInGoodStanding } from '../circulation/standing.store.js';
import type { WatchedQueue, Watcher } from '../domain/watched-title.js';
import { getsTextsOrPush } from '../notifications/texts/notice-channels.store.js';
import { groupSearch } from '../platform/database/library-groups.js';
import { type Connection, statement } from '../platform/database/statement.js';

/** SQL for "the patron `p` may borrow, and has neither the title nor a hold on it". */
const mayBorrow = (websiteId: string, reserveId: string): string => {
  const has = (table: string): string =>
    `EXISTS (SELECT FROM ${table} x WHERE x.website_id = ${websiteId} AND x.reserve_id = ${reserveId} AND x.patron_id = p.patron_id)`;
  return `${isInGoodStanding(websiteId)} AND NOT ${has('checkout')} AND NOT ${has('hold')}`;
};

/** SQL for the copies of a title that the patron `p` may use; free are those that `p` could borrow. */
const ownOf = (websiteId: string, reserveId: string): string => `
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(c.owned + c.lucky_owned) > 0, false) AS owned,
      CASE WHEN ${mayBorrow(websiteId, reserveId)}
        THEN COALESCE(sum(GREATEST(c.owned - c.on_loan - c.set_aside, 0)), 0)::int ELSE 0 END AS free
    FROM copies c JOIN category_collection cc ON cc.website_id = ${websiteId} AND cc.collection_id = c.collection_id
    WHERE c.website_id = ${websiteId} AND c.reserve_id = ${reserveId} AND cc.category = p.category) own`;

const isTold = (watch: string): string =>
  `COALESCE(${watch}.told_at > (SELECT service_now()) - interval '1 day', false)`;
const told = (websiteId: string, reserveId: string): string => `
  (SELECT count(*)::int FROM watch o WHERE o.website_id = ${websiteId} AND o.reserve_id = ${reserveId} AND ${isTold('o')})`;
const waits = (websiteId: string, reserveId: string): string => `
  EXISTS (SELECT FROM hold h WHERE h.website_id = ${websiteId} AND h.reserve_id = ${reserveId} AND ${IS_WAITING})`;

/** SQL for "the patron `p` can be told of the watch `w`": by mail, if it has an address, by text message, or by push message. */
const canBeTold = (websiteId: string): string =>
  `(w.email_address IS NOT NULL OR ${getsTextsOrPush(websiteId, 'w.patron_id')})`;

/** Titles of which a watcher is to be told something. */
export const findTitlesWithNews = groupSearch<Queue>(
  'watches-find-news',
  1,
  (inGroup) => `
  SELECT DISTINCT w.website_id AS "websiteId", w.reserve_id AS "reserveId"
  FROM (SELECT * FROM watch WHERE ${inGroup}) w
  JOIN patron p ON p.website_id = w.website_id AND p.patron_id = w.patron_id
  ${ownOf('w.website_id', 'w.reserve_id')}
  WHERE own.owned <> w.was_owned
    OR (own.free > 0 AND ${canBeTold('w.website_id')} AND NOT ${isTold('w')} AND NOT ${waits('w.website_id', 'w.reserve_id')}
      AND own.free > ${told('w.website_id', 'w.reserve_id')})
  LIMIT $1`,
).some();

export type FoundWatcher = Watcher & {
  readonly emailAddress: string | null;
  /** A language tag; null: the library's. */
  readonly language: string | null;
};

/**
 * Those first for whom something has changed, then those who can be told of a free copy, who was told longest ago.
 * @param most null: all
 */
export const findWatchers = statement<FoundWatcher>(
  'watches-find-watchers',
  `SELECT w.patron_id AS "patronId", w.email_address AS "emailAddress", ${canBeTold('$1')} AS "canBeTold", p.language, w.was_owned AS "wasOwned",
     own.owned AS "isOwned", own.free, ${isTold('w')} AS "isTold"
   FROM watch w JOIN patron p ON p.website_id = $1 AND p.patron_id = w.patron_id
   ${ownOf('$1', '$2')}
   WHERE w.website_id = $1 AND w.reserve_id = $2
   ORDER BY own.owned = w.was_owned, NOT ${canBeTold('$1')} OR own.free = 0, w.told_at NULLS FIRST, w.watched_at, w.patron_id LIMIT $3`,
).all(({ websiteId, reserveId }: Queue, most: number | null) => [websiteId, reserveId, most]);

export const findWatchedQueue = statement<WatchedQueue>(
  'watches-find-queue',
  `SELECT ${told('$1', '$2')} AS told, ${waits('$1', '$2')} AS "somebodyWaits"`,
).one(({ websiteId, reserveId }: Queue) => [websiteId, reserveId]);

const RECORD = statement(
  'watches-record-news',
  `UPDATE watch w SET was_owned = given.owned, told_at = CASE WHEN given.told THEN $6::timestamptz ELSE w.told_at END
   FROM unnest($3::int[], $4::boolean[], $5::boolean[]) AS given (patron_id, owned, told)
   WHERE w.website_id = $1 AND w.reserve_id = $2 AND w.patron_id = given.patron_id`,
);

/** @param tellings whether each was told of a copy */
export async function recordNews(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  watchers: readonly Watcher[],
  tellings: ReadonlySet<number>,
  now: Date,
): Promise<void> {
  const patronIds = watchers.map(({ patronId }) => patronId);
  await connection.run(RECORD, [
    ...[websiteId, reserveId, patronIds, watchers.map(({ isOwned }) => isOwned)],
    ...[patronIds.map((patronId) => tellings.has(patronId)), now],
  ]);
}
