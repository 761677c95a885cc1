import type { Database } from '../platform/database/database.js';

export async function hasLibrary({ prisma }: Database): Promise<boolean> {
  return (await prisma.library.count()) > 0;
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
