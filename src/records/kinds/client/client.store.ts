import { upsertOf } from '../../../platform/database/by-library.js';
import type { Database } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';

export interface ClientRow {
  readonly clientId: string;
  readonly secretHash: Buffer;
  readonly websiteIds: readonly number[];
}

export const upsertClient = statement(
  'records-client-upsert',
  upsertOf('client', ['clientId'], ['clientId', 'secretHash', 'websiteIds']),
).execute(({ clientId, secretHash, websiteIds }: ClientRow) => [clientId, secretHash, websiteIds]);

/** Also removes the client's tokens. */
export async function removeClient({ prisma }: Database, clientId: string): Promise<void> {
  await prisma.client.deleteMany({ where: { clientId } });
}
