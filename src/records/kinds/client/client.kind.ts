import { Injectable } from '@nestjs/common';
import { hashToken } from '../../../access/tokens/tokens.store.js';
import { findLibraries } from '../../engine/libraries.store.js';
import { identifier, OneByOneKind, type Outcome, type RecordIdentifiers } from '../../engine/record-kind.js';
import { unknownLibrary } from '../../engine/rejection-messages.js';
import { type ClientKey, type ClientRecord, clientSchemas } from './client.schema.js';
import * as store from './client.store.js';

@Injectable()
export class ClientKind extends OneByOneKind<ClientRecord, ClientKey> {
  readonly name = 'client';
  readonly schemas = clientSchemas;

  identifiersOf({ clientId, websiteIds }: ClientRecord): RecordIdentifiers {
    const referenced = websiteIds.map((websiteId) => identifier('library', websiteId));
    return { own: [identifier('client', clientId)], referenced };
  }

  async applyOne({ clientId, secret, websiteIds }: ClientRecord): Promise<Outcome> {
    const known = await findLibraries(this.database, websiteIds);
    const unknown = websiteIds.find((websiteId) => !known.has(websiteId));
    if (unknown !== undefined) return unknownLibrary(unknown);
    // Hashed like a token: the secret is long and random, unlike a PIN, so a fast hash does not make guessing easier.
    await store.upsertClient(this.database, { clientId, secretHash: hashToken(secret), websiteIds });
    return undefined;
  }

  async remove({ clientId }: ClientKey): Promise<Outcome> {
    await store.removeClient(this.database, clientId);
    return undefined;
  }
}
