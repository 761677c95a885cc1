import { hashToken } from '../access/tokens.store.js';
import type { Database } from '../platform/database/database.js';
import * as store from './access.store.js';
import { findLibraries } from './libraries.store.js';
import { oneAfterTheOther, type Outcome, type RecordKind } from './record-kind.js';
import { type ClientKey, type ClientRecord, clientSchemas } from './schemas/access.schemas.js';
import { unknownLibrary } from './rejection-messages.js';
import { nameOf } from './record-names.js';

export function clientKind(database: Database): RecordKind<ClientRecord, ClientKey> {
  return {
    schemas: clientSchemas,
    movesQueues: false,
    namesOf: ({ clientId, websiteIds }) => ({
      owned: [nameOf.client(clientId)],
      needed: websiteIds.map(nameOf.library),
    }),
    apply: (clients) => oneAfterTheOther(clients, (client) => upsertClient(database, client)),
    remove: async ({ clientId }) => {
      await store.removeClient(database, clientId);
      return undefined;
    },
  };
}

async function upsertClient(
  database: Database,
  { clientId, secret, websiteIds }: ClientRecord,
): Promise<Outcome> {
  const known = await findLibraries(database, websiteIds);
  const unknown = websiteIds.find((websiteId) => !known.has(websiteId));
  if (unknown !== undefined) return unknownLibrary(unknown);
  // Long and random, unlike a PIN: guessing is hopeless however fast the hash is, so it is a token's.
  await store.upsertClient(database, { clientId, secretHash: hashToken(secret), websiteIds });
  return undefined;
}
