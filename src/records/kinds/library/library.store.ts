import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../platform/database/database.js';
import type { LibraryRecord } from './library.schema.js';

/** Libraries are few, and plain rows without locks or queues: Prisma reads and writes them. */

export async function upsertLibrary({ prisma }: Database, library: LibraryRecord): Promise<void> {
  const { websiteId, ...update } = library;
  const where = { websiteId };
  const found = await prisma.library.findUnique({ where, omit: { collectionToken: true } });
  if (isDeepStrictEqual(found, library)) return;
  // Citus refuses an update that names the column by which rows are distributed, even if it does not change.
  await prisma.library.upsert({ where, create: library, update });
}

export interface LibraryContents {
  readonly collections: number;
  readonly categories: number;
  readonly patrons: number;
  readonly clients: number;
}

export async function countContents({ prisma }: Database, websiteId: number): Promise<LibraryContents> {
  const [collections, categories, patrons, clients] = await prisma.$transaction([
    prisma.collection.count({ where: { websiteId } }),
    prisma.patronCategory.count({ where: { websiteId } }),
    prisma.patronDirectory.count({ where: { websiteId } }),
    prisma.client.count({ where: { websiteIds: { has: websiteId } } }),
  ]);
  return { collections, categories, patrons, clients };
}

/** Also removes the library's webhooks, and its title queues, which are empty when it has no collections. */
export async function removeLibrary({ prisma }: Database, websiteId: number): Promise<void> {
  await prisma.$transaction([
    prisma.webhook.deleteMany({ where: { websiteId } }),
    prisma.titleQueue.deleteMany({ where: { websiteId } }),
    prisma.library.deleteMany({ where: { websiteId } }),
  ]);
}
