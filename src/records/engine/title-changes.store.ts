import type { Queue } from '../../circulation/queue.service.js';
import { writeTitleChanged, writeTitlesChanged, writeTitleWithdrawn } from '../../events/outbox.store.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { bulkStatement, type Connection, statement } from '../../platform/database/statement.js';

/** An operator's change to a title counts as an update at once, for clients that ask what has changed. */
export const SET_UPDATED_AT =
  'UPDATE title_queue SET title_changed_at = service_now(), changed_at = service_now()';

/** Marks a title of one library as updated. */
export async function markTitleUpdated(
  connection: Connection,
  { websiteId, reserveId }: Queue,
): Promise<void> {
  await Promise.all([
    connection.run(MARK_UPDATED, [websiteId, reserveId]),
    writeTitleChanged(connection, { websiteId, reserveId }),
  ]);
}

const MARK_UPDATED = statement(
  'records-mark-title-updated',
  `${SET_UPDATED_AT} WHERE website_id = $1 AND reserve_id = $2`,
);

const MARK_EACH_UPDATED = bulkStatement(
  `${SET_UPDATED_AT} WHERE website_id = $1 AND reserve_id = ANY ($2::uuid[])`,
);

const KEEP_ACCESSIBLE = bulkStatement(`
  UPDATE title_queue q SET is_accessible = NOT q.is_accessible FROM title t
  WHERE q.website_id = $1 AND q.reserve_id = ANY ($2::uuid[]) AND t.reserve_id = q.reserve_id
    AND q.is_accessible <> (t.accessible_by <> '{}')`);

/** Keeps with titles of one library whether it is known how they can be read. */
export const keepAccessible = async (
  connection: Connection,
  websiteId: number,
  titles: readonly { readonly reserveId: string }[],
): Promise<void> =>
  void (await connection.run(KEEP_ACCESSIBLE, [websiteId, titles.map(({ reserveId }) => reserveId)]));

/** Marks titles of one library as updated. */
export async function markTitlesUpdated(
  connection: Connection,
  websiteId: number,
  titles: readonly { readonly reserveId: string }[],
): Promise<void> {
  await Promise.all([
    connection.run(MARK_EACH_UPDATED, [websiteId, titles.map(({ reserveId }) => reserveId)]),
    writeTitlesChanged(connection, websiteId, titles),
  ]);
}

/**
 * Records that collections no longer have a title, for clients that ask what has changed. Runs before their copies are deleted. The copies are read
 * first, so that one shard writes and the title can be deleted after it (cluster.store.ts).
 * @param collectionId undefined: all collections of the library
 */
export async function rememberWithdrawn(
  connection: Connection,
  { websiteId, reserveId }: Queue,
  collectionId?: string,
): Promise<void> {
  const { prisma } = connection;
  const all = await prisma.copies.findMany({
    where: { websiteId, reserveId, ...(collectionId !== undefined && { collectionId }) },
    select: { collectionId: true },
  });
  const title = await prisma.title.findFirst({
    where: { reserveId },
    select: { crossRefId: true, title: true, formatClass: true },
  });
  if (all.length === 0 || title === null) return;
  await writeTitleWithdrawn(connection, { websiteId, reserveId });
  const facts = { ...title, withdrawnAt: await readServiceTime(connection) };
  for (const own of all) {
    const key = { websiteId, reserveId, ...own };
    await prisma.withdrawnTitle.upsert({
      where: { websiteId_collectionId_reserveId: key },
      create: { ...key, ...facts },
      update: facts,
    });
  }
}
