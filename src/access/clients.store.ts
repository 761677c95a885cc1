import type { Database } from '../platform/database/database.js';
import { hashToken } from './tokens.store.js';

/** An application that a library has let in. */
export interface Client {
  readonly clientId: string;
  readonly secretHash: Buffer;
  readonly websiteIds: readonly number[];
}

export async function findClient({ prisma }: Database, clientId: string): Promise<Client | undefined> {
  const client = await prisma.client.findUnique({ where: { clientId } });
  return client === null ? undefined : { ...client, secretHash: Buffer.from(client.secretHash) };
}

/** Secrets are long and random, so their hash is a token's. */
export const hashSecret = hashToken;
