import type { Database } from '../platform/database/database.js';

export async function hasLibrary({ prisma }: Database): Promise<boolean> {
  return (await prisma.library.count()) > 0;
}

/** The lowest patron number; undefined when there is no patron. */
export async function findFirstPatron({ prisma }: Database): Promise<number | undefined> {
  const patron = await prisma.patron.findFirst({ orderBy: { patronId: 'asc' }, select: { patronId: true } });
  return patron?.patronId;
}
