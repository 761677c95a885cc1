import type { Connection } from '../../platform/database/statement.js';

/** The token for everything that any category of the library may use. Undefined if the library no longer exists. */
export async function findCollectionToken(
  { prisma }: Connection,
  websiteId: number,
): Promise<string | undefined> {
  const library = await prisma.library.findFirst({ where: { websiteId }, select: { collectionToken: true } });
  return library?.collectionToken;
}
