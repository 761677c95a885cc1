import type { Connection } from '../../../platform/database/statement.js';

export interface ClientRow {
  readonly clientId: string;
  readonly secretHash: Buffer<ArrayBuffer>;
  readonly websiteIds: readonly number[];
}

/** Writes nothing if the client is stored unchanged. */
export async function upsertClient({ prisma }: Connection, client: ClientRow): Promise<void> {
  const { clientId, secretHash } = client;
  const websiteIds = [...client.websiteIds];
  const same = { clientId, secretHash, websiteIds: { equals: websiteIds } };
  if ((await prisma.client.count({ where: same })) > 0) return;
  const members = { secretHash, websiteIds };
  await prisma.client.upsert({
    where: { clientId },
    create: { clientId, ...members },
    update: members,
    select: { clientId: true },
  });
}

/** Also removes the client's tokens. */
export async function removeClient({ prisma }: Connection, clientId: string): Promise<void> {
  await prisma.client.deleteMany({ where: { clientId } });
}
