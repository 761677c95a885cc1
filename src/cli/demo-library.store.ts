import type { Database } from '../platform/database/database.js';

export async function hasLibrary({ prisma }: Database): Promise<boolean> {
  return (await prisma.library.count()) > 0;
}

/** The lowest number of a library; undefined if there is none. */
export async function findFirstLibrary({ prisma }: Database): Promise<number | undefined> {
  const library = await prisma.library.findFirst({
    orderBy: { websiteId: 'asc' },
    select: { websiteId: true },
  });
  return library?.websiteId;
}

/** The lowest patron numbers, as many as there are up to `limit`. */
export async function findFirstPatrons({ prisma }: Database, limit: number): Promise<number[]> {
  const patrons = await prisma.patron.findMany({
    orderBy: { patronId: 'asc' },
    select: { patronId: true },
    take: limit,
  });
  return patrons.map(({ patronId }) => patronId);
}
