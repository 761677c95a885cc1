import type { Database } from '../../../platform/database/database.js';
import { upsertOf } from '../../../platform/database/upsert.js';

export interface ClientRow {
  readonly clientId: string;
  readonly secretHash: Buffer;
  readonly websiteIds: readonly number[];
}

export const upsertClient = upsertOf<ClientRow>(
  'records-client-upsert',
  'client',
  ['clientId'],
  ['secretHash', 'websiteIds'],
);

/** Also removes the client's tokens. */
export async function removeClient({ prisma }: Database, clientId: string): Promise<void> {
  await prisma.client.deleteMany({ where: { clientId } });
}
