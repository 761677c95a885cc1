import { hashToken } from '../../../access/tokens/tokens.store.js';
import type { Database } from '../../../platform/database/database.js';
import * as store from './access.store.js';
import type { Outcome, RecordKind } from '../../engine/record-kind.js';
import { type TokenKey, type TokenRecord, tokenSchemas } from './access.schemas.js';
import { identifier } from '../../engine/record-identifiers.js';

export function tokenKind(database: Database): RecordKind<TokenRecord, TokenKey> {
  return {
    schemas: tokenSchemas,
    affectsQueues: false,
    identifiersOf: ({ token, patronId }) => ({
      own: [identifier.token(token)],
      referenced: [identifier.patron(patronId)],
    }),
    apply: (tokens) => upsertTokens(database, tokens),
    remove: async ({ token }) => {
      await store.removeToken(database, hashToken(token));
      return undefined;
    },
  };
}

async function upsertTokens(database: Database, tokens: readonly TokenRecord[]): Promise<Outcome[]> {
  const known = await store.findPatrons(
    database,
    tokens.map(({ patronId }) => patronId),
  );
  const rows = tokens
    .filter(({ patronId }) => known.has(patronId))
    .map(({ token, ...record }) => ({ ...record, tokenHash: hashToken(token) }));
  await store.upsertTokens(database, rows);
  return tokens.map(({ patronId }) =>
    known.has(patronId) ? undefined : `patronId ${patronId} is not a patron here`,
  );
}
