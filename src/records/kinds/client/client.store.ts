import type { Database } from '../../../platform/database/database.js';

export interface ClientRow {
  readonly clientId: string;
  readonly secretHash: Buffer<ArrayBuffer>;
  readonly websiteIds: readonly number[];
}

export async function upsertClient(
  { prisma }: Database,
  { clientId, secretHash, websiteIds }: ClientRow,
): Promise<void> {
  const members = { secretHash, websiteIds: [...websiteIds] };
  await prisma.client.upsert({
    where: { clientId },
    create: { clientId, ...members },
    update: members,
    select: { clientId: true },
  });
}

/** Also removes the client's tokens. */
export async function removeClient({ prisma }: Database, clientId: string): Promise<void> {
  await prisma.client.deleteMany({ where: { clientId } });
}
