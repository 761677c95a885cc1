import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../platform/database/database.js';

export interface ClientRow {
  readonly clientId: string;
  readonly secretHash: Buffer;
  readonly websiteIds: readonly number[];
}

export async function upsertClient({ prisma }: Database, client: ClientRow): Promise<void> {
  const where = { clientId: client.clientId };
  const row = { secretHash: Uint8Array.from(client.secretHash), websiteIds: [...client.websiteIds] };
  const found = await prisma.client.findUnique({ where });
  const unchanged = found !== null && client.secretHash.equals(found.secretHash);
  if (unchanged && isDeepStrictEqual(found.websiteIds, row.websiteIds)) return;
  await prisma.client.upsert({ where, create: { ...where, ...row }, update: row });
}

/** Also removes the client's tokens. */
export async function removeClient({ prisma }: Database, clientId: string): Promise<void> {
  await prisma.client.deleteMany({ where: { clientId } });
}
