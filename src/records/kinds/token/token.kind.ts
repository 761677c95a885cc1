import { Injectable } from '@nestjs/common';
import { hashToken } from '../../../access/tokens/tokens.store.js';
import { Database } from '../../../platform/database/database.js';
import {
  identifier,
  type Outcome,
  type RecordIdentifiers,
  type RecordKind,
} from '../../engine/record-kind.js';
import { type TokenKey, type TokenRecord, tokenSchemas } from './token.schema.js';
import * as store from './token.store.js';

@Injectable()
export class TokenKind implements RecordKind<TokenRecord, TokenKey> {
  readonly name = 'token';
  readonly schemas = tokenSchemas;
  readonly affectsQueues = false;

  constructor(private readonly database: Database) {}

  identifiersOf({ token, patronId }: TokenRecord): RecordIdentifiers {
    return { own: [identifier('token', token)], referenced: [identifier('patron', patronId)] };
  }

  async apply(tokens: readonly TokenRecord[]): Promise<Outcome[]> {
    const known = await store.findPatrons(
      this.database,
      tokens.map(({ patronId }) => patronId),
    );
    const rows = tokens
      .filter(({ patronId }) => known.has(patronId))
      .map(({ token, ...record }) => ({ ...record, tokenHash: hashToken(token) }));
    await store.upsertTokens(this.database, rows);
    return tokens.map(({ patronId }) =>
      known.has(patronId) ? undefined : `patronId ${patronId} is not a patron here`,
    );
  }

  async remove({ token }: TokenKey): Promise<Outcome> {
    await store.removeToken(this.database, hashToken(token));
    return undefined;
  }
}
