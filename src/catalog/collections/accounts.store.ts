import { lookup } from '../../platform/database/statement.js';
import type { OpenCollections } from './collections.store.js';

/** The account that a collection belongs to, as clients see it. */
export interface CollectionAccount {
  readonly collectionId: string;
  /** Null: the collection is part of the library's main account. */
  readonly accountNumber: number | null;
  /** Patrons of every category of the library may use it. */
  readonly isShared: boolean;
}

/** In no particular order. */
export const findAccountsOfCollections = lookup<CollectionAccount>(
  'catalog-accounts-of-collections',
  `SELECT n.collection_id AS "collectionId", n.account_number AS "accountNumber", NOT EXISTS (
       SELECT FROM patron_category pc
       WHERE pc.website_id = $1 AND NOT EXISTS (
         SELECT FROM category_collection cc
         WHERE cc.website_id = $1 AND cc.category = pc.category AND cc.collection_id = n.collection_id)
     ) AS "isShared"
   FROM collection n WHERE n.website_id = $1 AND n.collection_id = ANY ($2::text[])`,
).all(({ websiteId, collectionIds }: OpenCollections) => [websiteId, collectionIds]);

/** A collection with an account number of its own. */
export interface NumberedAccount {
  readonly accountNumber: number;
  readonly name: string;
  readonly collectionToken: string;
}

export const listNumberedAccounts = lookup<NumberedAccount>(
  'catalog-accounts-numbered',
  `SELECT account_number AS "accountNumber", name, collection_token AS "collectionToken"
   FROM collection WHERE website_id = $1 AND account_number IS NOT NULL ORDER BY account_number`,
).all((websiteId: number) => [websiteId]);
