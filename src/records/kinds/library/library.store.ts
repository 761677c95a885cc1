import type { Database } from '../../../platform/database/database.js';
import type { Connection } from '../../../platform/database/statement.js';
import { outdateWaits } from '../../../platform/database/stored-waits.store.js';
import type { Effect } from '../../engine/record-kind.js';
import type { LibraryRecord } from './library.schema.js';

/** Writes nothing if the library is stored unchanged. Else its estimates may rest on other rules than it has now. */
export async function upsertLibrary(connection: Connection, library: LibraryRecord): Promise<Effect> {
  const { prisma } = connection;
  const { websiteId, ...members } = library;
  const lendingPeriods = { equals: library.lendingPeriods };
  const lendingOverrides = { equals: library.lendingOverrides };
  const same = { ...library, lendingPeriods, lendingOverrides };
  if ((await prisma.library.count({ where: same })) > 0) return 'unchanged';
  const isKnown = (await prisma.library.count({ where: { websiteId } })) > 0;
  await prisma.library.upsert({
    where: { websiteId },
    create: library,
    update: members,
    select: { websiteId: true },
  });
  if (!isKnown) return 'added';
  await outdateWaits(connection, websiteId);
  return 'changed';
}

export interface LibraryContents {
  readonly collections: number;
  readonly categories: number;
  readonly patrons: number;
  readonly clients: number;
}

export async function countContents({ prisma }: Connection, websiteId: number): Promise<LibraryContents> {
  const [collections, categories, patrons, clients] = await Promise.all([
    prisma.collection.count({ where: { websiteId } }),
    prisma.patronCategory.count({ where: { websiteId } }),
    prisma.patronDirectory.count({ where: { websiteId } }),
    prisma.client.count({ where: { websiteIds: { has: websiteId } } }),
  ]);
  return { collections, categories, patrons, clients };
}

/** Also removes the library's webhooks, and its title queues, which are empty when it has no collections. */
export async function removeLibrary(database: Database, websiteId: number): Promise<void> {
  await database.transaction(async ({ prisma }) => {
    await prisma.webhook.deleteMany({ where: { websiteId } });
    await prisma.titleQueue.deleteMany({ where: { websiteId } });
    await prisma.library.deleteMany({ where: { websiteId } });
  });
}
