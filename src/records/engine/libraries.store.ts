import { bulkStatement, type Connection } from '../../platform/database/statement.js';

/** The given libraries that exist. */
export async function findLibraries(
  { prisma }: Connection,
  websiteIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await prisma.library.findMany({
    where: { websiteId: { in: [...new Set(websiteIds)] } },
    select: { websiteId: true },
  });
  return new Set(found.map(({ websiteId }) => websiteId));
}

const LOCK_LIBRARY = bulkStatement(`SELECT FROM library WHERE website_id = $1 FOR NO KEY UPDATE`);

/**
 * Serializes imports that change a library's copies or its categories. Patrons' requests do not take this lock, so they never wait for it. Take it
 * before the locks of patrons and queues, in the order of the libraries' numbers.
 * @returns the libraries that exist
 */
export async function lockLibraries(
  connection: Connection,
  websiteIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const websiteId of [...new Set(websiteIds)].sort((a, b) => a - b))
    if ((await connection.run(LOCK_LIBRARY, [websiteId])).length > 0) found.add(websiteId);
  return found;
}
