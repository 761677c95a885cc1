import type { Database } from '../../../platform/database/database.js';
import { upsertOf } from '../../../platform/database/upsert.js';
import type { LibraryRecord } from './library.schema.js';

/** All but its number. */
const MEMBERS = Object.keys({
  name: true,
  holdLimit: true,
  checkoutLimit: true,
  pickupHours: true,
  missedPickup: true,
  suspensionEndsAfterDays: true,
  renewalDays: true,
  lendingPeriods: true,
  lendingOverrides: true,
  pinRequired: true,
} satisfies Record<Exclude<keyof LibraryRecord, 'websiteId'>, true>) as (keyof LibraryRecord)[];

export const upsertLibrary = upsertOf<LibraryRecord>(
  'records-library-upsert',
  'library',
  ['websiteId'],
  MEMBERS,
);

// What is seldom done, and without locks, is Prisma's.

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
