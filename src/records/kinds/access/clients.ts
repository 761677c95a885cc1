import { hashToken } from '../../../access/tokens/tokens.store.js';
import type { Database } from '../../../platform/database/database.js';
import * as store from './access.store.js';
import { findLibraries } from '../libraries/libraries.store.js';
import { applyInOrder, type Outcome, type RecordKind } from '../../engine/record-kind.js';
import { type ClientKey, type ClientRecord, clientSchemas } from './access.schemas.js';
import { unknownLibrary } from '../../engine/rejection-messages.js';
import { identifier } from '../../engine/record-identifiers.js';

export function clientKind(database: Database): RecordKind<ClientRecord, ClientKey> {
  return {
    schemas: clientSchemas,
    affectsQueues: false,
    identifiersOf: ({ clientId, websiteIds }) => ({
      own: [identifier.client(clientId)],
      referenced: websiteIds.map(identifier.library),
    }),
    apply: (clients) => applyInOrder(clients, (client) => upsertClient(database, client)),
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
  // Hashed like a token: the secret is long and random, unlike a PIN, so a fast hash does not make guessing easier.
  await store.upsertClient(database, { clientId, secretHash: hashToken(secret), websiteIds });
  return undefined;
}
