import type { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { countContents, type LibraryContents } from '../records/kinds/library/library.store.js';
import type { LibraryRecord } from '../records/kinds/library/library.schema.js';

export interface LibraryLine {
  readonly websiteId: number;
  readonly name: string;
  readonly patrons: number;
}

export async function listLibraries({ prisma }: Connection): Promise<LibraryLine[]> {
  const libraries = await prisma.library.findMany({
    orderBy: { websiteId: 'asc' },
    select: { websiteId: true, name: true },
  });
  const counts = await prisma.patronDirectory.groupBy({ by: ['websiteId'], _count: true });
  const patrons = new Map(counts.map(({ websiteId, _count }) => [websiteId, _count]));
  return libraries.map((library) => ({ ...library, patrons: patrons.get(library.websiteId) ?? 0 }));
}

/** Undefined if there is no such library. */
export async function findLibraryRecord(
  { prisma }: Connection,
  websiteId: number,
): Promise<LibraryRecord | undefined> {
  const found = await prisma.library.findFirst({ where: { websiteId }, omit: { collectionToken: true } });
  return found === null ? undefined : (found as unknown as LibraryRecord);
}

/** The lowest patron number; undefined if the library has no patron. */
export async function findFirstPatron(
  { prisma }: Connection,
  websiteId: number,
): Promise<number | undefined> {
  const found = await prisma.patron.findFirst({
    where: { websiteId },
    orderBy: { patronId: 'asc' },
    select: { patronId: true },
  });
  return found?.patronId;
}

/** The counts of a library's contents, and the ids of its clients. */
export interface LibraryParts extends Omit<LibraryContents, 'clients'> {
  readonly patronsWithoutPin: number;
  /** The titles that it has, or has had, copies of. */
  readonly titles: number;
  /** The titles of the service, which all libraries share. */
  readonly sharedTitles: number;
  readonly clients: readonly string[];
}

export async function findParts(database: Database, websiteId: number): Promise<LibraryParts> {
  const { prisma } = database;
  const [contents, patronsWithoutPin, titles, sharedTitles, clients] = await Promise.all([
    countContents(database, websiteId),
    prisma.patron.count({ where: { websiteId, pinHash: null } }),
    prisma.titleQueue.count({ where: { websiteId } }),
    prisma.title.count(),
    prisma.client.findMany({
      where: { websiteIds: { has: websiteId } },
      orderBy: { clientId: 'asc' },
      select: { clientId: true },
    }),
  ]);
  return {
    ...contents,
    patronsWithoutPin,
    titles,
    sharedTitles,
    clients: clients.map(({ clientId }) => clientId),
  };
}
