import type { Connection } from '../../platform/database/statement.js';

/** Stands for what any category of the library may use. Undefined: there is no such library any more. */
export async function findCollectionToken(
  { prisma }: Connection,
  websiteId: number,
): Promise<string | undefined> {
  const library = await prisma.library.findFirst({ where: { websiteId }, select: { collectionToken: true } });
  return library?.collectionToken;
}
