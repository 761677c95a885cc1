import type { Database } from '../platform/database/database.js';
import { bulkStatement, type Connection } from '../platform/database/statement.js';

/**
 * The tables with a library's rows; those that refer to others come first. Rows of other tables are deleted with these: a patron's cards and
 * tokens, a queue's blocks, the library's settings, imports and log of actions.
 */
export const TABLES = [
  ...['checkout', 'hold', 'patron_directory', 'pace_review', 'notice_outbox', 'ended_notice', 'sent_notice'],
  ...['licence', 'copies', 'title_queue', 'patron_category', 'collection', 'staff_role', 'webhook'],
  ...['patron_event_outbox', 'title_event_outbox', 'event_outbox', 'event', 'library'],
];

const DELETIONS = TABLES.map((table) => bulkStatement(`DELETE FROM ${table} WHERE website_id = $1`));

const LOCK = bulkStatement('SELECT FROM library WHERE website_id = $1 FOR UPDATE');

export interface WhatGoes {
  readonly patrons: number;
  readonly holds: number;
  readonly loans: number;
  readonly copies: number;
  /** The clients that serve no other library. */
  readonly clients: readonly string[];
}

export async function findWhatGoes({ prisma }: Connection, websiteId: number): Promise<WhatGoes> {
  const where = { websiteId };
  const [patrons, holds, loans, copies, clients] = await Promise.all([
    prisma.patronDirectory.count({ where }),
    prisma.hold.count({ where }),
    prisma.checkout.count({ where }),
    prisma.copies.count({ where }),
    prisma.client.findMany({ where: { websiteIds: { equals: [websiteId] } }, select: { clientId: true } }),
  ]);
  return { patrons, holds, loans, copies, clients: clients.map(({ clientId }) => clientId) };
}

/** Deletes all that belongs to the library alone; titles belong to all. Its clients go first, so that nobody begins anything meanwhile. */
export async function removeWithAll(database: Database, websiteId: number): Promise<void> {
  const { prisma } = database;
  await prisma.client.deleteMany({ where: { websiteIds: { equals: [websiteId] } } });
  for (const { clientId, websiteIds } of await prisma.client.findMany({
    where: { websiteIds: { has: websiteId } },
  }))
    await prisma.client.update({
      where: { clientId },
      data: { websiteIds: websiteIds.filter((each) => each !== websiteId) },
      select: { clientId: true },
    });
  await database.transaction(async (transaction) => {
    await transaction.run(LOCK, [websiteId]);
    for (const deletion of DELETIONS) await transaction.run(deletion, [websiteId]);
  });
}
