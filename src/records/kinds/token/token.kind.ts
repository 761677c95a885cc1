import { Injectable } from '@nestjs/common';
import { hashToken } from '../../../access/tokens/tokens.store.js';
import { aboutPatron, patronIdentifiers } from '../../naming/named-patron.js';
import { findPatronNumbers } from '../../naming/named-patron.store.js';
import { identifier, type Outcome, type RecordIdentifiers, RecordKind } from '../../engine/record-kind.js';
import { type TokenKey, type TokenRecord, tokenSchemas } from './token.schema.js';
import * as store from './token.store.js';

@Injectable()
export class TokenKind extends RecordKind<TokenRecord, TokenKey> {
  readonly name = 'token';
  readonly schemas = tokenSchemas;

  identifiersOf(record: TokenRecord): RecordIdentifiers {
    return {
      own: [identifier('token', record.token)],
      referenced: patronIdentifiers(record.websiteId ?? undefined, record),
    };
  }

  async apply(tokens: readonly TokenRecord[]): Promise<Outcome[]> {
    const numbers = await findPatronNumbers(
      this.database,
      tokens.map((token) => ({ ...token, websiteId: token.websiteId ?? 0 })),
    );
    const known = await store.findPatrons(
      this.database,
      numbers.filter((patronId) => patronId !== null),
    );
    const rows = tokens.flatMap(({ token, expiresInSeconds }, index) => {
      const patronId = numbers[index];
      return patronId == null || !known.has(patronId)
        ? []
        : [{ patronId, expiresInSeconds, tokenHash: hashToken(token) }];
    });
    await store.upsertTokens(this.database, rows);
    return tokens.map((token, index) =>
      known.has(numbers[index] ?? 0) ? undefined : aboutPatron(token, 'is not a patron here'),
    );
  }

  async remove({ token }: TokenKey): Promise<Outcome> {
    await store.removeToken(this.database, hashToken(token));
    return undefined;
  }
}
