import { byTitleId, runByTitleId } from '../circulation/title-statements.store.js';
import { LUCKY_FREE } from '../circulation/licences/licence-columns.store.js';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/titles/title-id.js';
import type { TitleAction } from '../domain/titles/availability.js';
import { forgetWatchNews, IS_WATCH_NEWS } from '../notifications/sending/sent-notice.store.js';
import { type Connection, lookup, statement } from '../platform/database/statement.js';

/** A title that a patron watches. */
export interface WatchedTitle {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly title: string;
  /** Where it is told; null: nowhere. */
  readonly emailAddress: string | null;
  readonly watchedAt: Date;
  readonly formats: readonly string[];
  /** The patron's own token, for links into the catalog. */
  readonly collectionToken: string;
  /** Null to who has the title on hold or on loan, and where the library has no copy for the patron. */
  readonly offered: TitleAction | null;
}

const TITLE = byTitleId<{ reserveId: string }>(
  'watches-title',
  (column) => `
  SELECT q.reserve_id AS "reserveId" FROM title_queue q JOIN title t USING (reserve_id)
  WHERE q.website_id = $1 AND t.${column} = $2 FOR KEY SHARE OF q`,
);

/** Until the transaction ends it is not removed. @returns the title, if the library has, had or lists it. */
export async function findWatchable(
  connection: Connection,
  websiteId: number,
  title: TitleId,
): Promise<string | undefined> {
  const [row] = await runByTitleId(connection, TITLE, [websiteId], title);
  return row?.reserveId;
}

/** Borrowing is offered before it is known whether something in the queue is due: it is refused then, as at the checkout limit. */
const OFFERED = `
  CASE WHEN EXISTS (SELECT FROM hold h WHERE h.website_id = $1 AND h.patron_id = $2 AND h.reserve_id = w.reserve_id)
    OR EXISTS (SELECT FROM checkout k WHERE k.website_id = $1 AND k.patron_id = $2 AND k.reserve_id = w.reserve_id) THEN NULL
  ELSE (
    SELECT CASE WHEN bool_or(c.owned > c.on_loan + c.set_aside OR ${LUCKY_FREE} > 0) THEN 'checkout'
      WHEN NOT bool_and(c.withdrawn AND c.owned = 0) THEN 'hold' END
    FROM copies c JOIN category_collection cc
      ON cc.website_id = $1 AND cc.collection_id = c.collection_id AND cc.category = p.category
    WHERE c.website_id = $1 AND c.reserve_id = w.reserve_id) END`;

const LISTED = `
  SELECT w.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId", t.title, t.formats, w.email_address AS "emailAddress",
    w.watched_at AS "watchedAt", pc.collection_token AS "collectionToken", ${OFFERED} AS offered
  FROM watch w JOIN title t USING (reserve_id)
  JOIN patron p USING (website_id, patron_id) JOIN patron_category pc USING (website_id, category)
  WHERE w.website_id = $1 AND w.patron_id = $2`;

/** The latest first. */
export const listWatches = lookup<WatchedTitle>(
  'watches-list',
  `${LISTED} ORDER BY w.watched_at DESC, w.reserve_id`,
).all(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

const FIND = byTitleId<WatchedTitle>('watches-find', (column) => `${LISTED} AND t.${column} = $3`, lookup);

/** None or one. */
export async function findWatch(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  title: TitleId,
): Promise<WatchedTitle | undefined> {
  const [watched] = await runByTitleId(connection, FIND, [websiteId, patronId], title);
  return watched;
}

/** Whether the patron watches as many titles as this, and this title is none of them. */
export const watchesOthers = statement<{ full: boolean }>(
  'watches-count',
  `SELECT count(*) >= $4::int AND NOT COALESCE(bool_or(reserve_id = $3), false) AS full
   FROM watch WHERE website_id = $1 AND patron_id = $2`,
).isTrue('full', ({ websiteId, patronId }: PatronKey, reserveId: string, most: number) => [
  websiteId,
  patronId,
  reserveId,
  most,
]);

/** Whether the library owns copies of the title that the patron may use; undefined if the patron was just deleted. */
export const isOwnedFor = statement<{ owned: boolean }>(
  'watches-owned',
  `SELECT EXISTS (
     SELECT FROM copies c JOIN category_collection cc
       ON cc.website_id = $1 AND cc.collection_id = c.collection_id AND cc.category = p.category
     WHERE c.website_id = $1 AND c.reserve_id = $3 AND c.owned + c.lucky_owned > 0) AS owned
   FROM patron p WHERE p.website_id = $1 AND p.patron_id = $2`,
).value('owned', ({ websiteId, patronId }: PatronKey, reserveId: string) => [websiteId, patronId, reserveId]);

/** Who watches the title already goes on, with this address. */
export const writeWatch = statement(
  'watches-write',
  `INSERT INTO watch (website_id, patron_id, reserve_id, email_address, watched_at, was_owned)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (website_id, patron_id, reserve_id) DO UPDATE SET email_address = EXCLUDED.email_address`,
).execute(
  (
    { websiteId, patronId }: PatronKey,
    watch: Pick<WatchedTitle, 'reserveId' | 'emailAddress' | 'watchedAt'> & { readonly wasOwned: boolean },
  ) => [websiteId, patronId, watch.reserveId, watch.emailAddress, watch.watchedAt, watch.wasOwned],
);

const REMOVE = byTitleId<{ reserveId: string }>(
  'watches-remove',
  (column) => `
  DELETE FROM watch w USING title t
  WHERE w.website_id = $1 AND w.patron_id = $2 AND w.reserve_id = t.reserve_id AND t.${column} = $3
  RETURNING w.reserve_id AS "reserveId"`,
);

/**
 * Also takes back what the patron has not been told yet. Call it in a transaction.
 * @returns false if the patron does not watch the title
 */
export async function removeWatch(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  title: TitleId,
): Promise<boolean> {
  const [removed] = await runByTitleId(connection, REMOVE, [websiteId, patronId], title);
  if (removed === undefined) return false;
  await forgetWatchNews(connection, { websiteId, patronId }, removed.reserveId);
  return true;
}

/** Gives what `from` watches to `into`, who may then watch more than others. */
export const moveWatches = statement(
  'watches-move',
  `INSERT INTO watch (website_id, patron_id, reserve_id, email_address, watched_at, was_owned, told_at)
   SELECT website_id, $3::int, reserve_id, email_address, watched_at, was_owned, told_at FROM watch
   WHERE website_id = $1 AND patron_id = $2
   ON CONFLICT (website_id, patron_id, reserve_id) DO NOTHING`,
).execute((from: PatronKey, into: PatronKey) => [from.websiteId, from.patronId, into.patronId]);

/** SQL statements for patrons of the library $1 who got holds: they watch those titles no more, and are told no more of them. */
export const endWatchesOf = (given: string): readonly string[] => [
  `DELETE FROM watch w USING ${given} WHERE w.website_id = $1 AND w.patron_id = given.patron_id AND w.reserve_id = given.reserve_id`,
  `DELETE FROM ended_notice e USING ${given}
   WHERE e.website_id = $1 AND e.patron_id = given.patron_id AND e.reserve_id = given.reserve_id AND ${IS_WATCH_NEWS}`,
];
