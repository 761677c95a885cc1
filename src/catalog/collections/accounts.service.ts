import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { type CollectionAccount, findAccountsOfCollections } from './accounts.store.js';
import type { OpenCollections } from './collections.store.js';

export type { CollectionAccount, NumberedAccount } from './accounts.store.js';

/** The accounts that collections belong to, by the collections' ids. */
export type AccountsOfCollections = ReadonlyMap<string, CollectionAccount>;

@Injectable()
export class AccountsService {
  constructor(private readonly database: Database) {}

  async of(collections: OpenCollections): Promise<AccountsOfCollections> {
    const accounts = await findAccountsOfCollections(this.database, collections);
    return new Map(accounts.map((account) => [account.collectionId, account]));
  }
}
