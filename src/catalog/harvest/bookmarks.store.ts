import { purgeSharedOf } from '../../platform/database/purge.js';
import { statement } from '../../platform/database/statement.js';

/** Clients that harvest ask for the next page within minutes. For a later one the page is found by counting. */
const BOOKMARK_HOURS = 1;

/** The text of the cursor behind which the page at this offset begins. */
export const findBookmark = statement<{ cursor: string }>(
  'bookmarks-find',
  `SELECT cursor FROM catalog_bookmark
   WHERE walk_hash = $1 AND position = $2 AND forget_at > (SELECT service_now())`,
).value('cursor', (cursorHash: Buffer, offset: number) => [cursorHash, offset]);

export const saveBookmarks = statement(
  'bookmarks-save',
  `INSERT INTO catalog_bookmark AS b (walk_hash, position, cursor, forget_at)
   SELECT $1, position, $3, service_now() + interval '${BOOKMARK_HOURS} hours' FROM unnest($2::int[]) AS position
   ON CONFLICT (walk_hash, position) DO UPDATE SET cursor = EXCLUDED.cursor, forget_at = EXCLUDED.forget_at`,
).execute((cursorHash: Buffer, offsets: readonly number[], cursor: string) => [cursorHash, offsets, cursor]);

/** Called when a client starts again: its pages begin behind other titles than before. */
export const forgetBookmarks = statement(
  'bookmarks-forget',
  'DELETE FROM catalog_bookmark WHERE walk_hash = $1',
).execute((cursorHash: Buffer) => [cursorHash]);

/** @returns how many were deleted; at most a thousand at a time */
export const purgeBookmarks = purgeSharedOf({
  task: 'bookmarks',
  table: 'catalog_bookmark',
  key: ['walk_hash', 'position'],
  isOver: 'forget_at <= (SELECT service_now())',
});
