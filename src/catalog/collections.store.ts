import type { PatronKey } from '../domain/patron.js';
import { type Connection, lookup } from '../platform/database/statement.js';

/** The part of a library's catalog that a patron may use: the collections of the patron's category. */
export interface OpenCollections {
  readonly patron: PatronKey;
  /** Stands for them in every address of the catalog. */
  readonly collectionToken: string;
  readonly collectionIds: readonly string[];
}

const FIND = lookup(
  'catalog-collections',
  `SELECT pc.collection_token AS "collectionToken",
     ARRAY (SELECT cc.collection_id FROM category_collection cc
            WHERE cc.website_id = pc.website_id AND cc.category = pc.category) AS "collectionIds"
   FROM patron p JOIN patron_category pc USING (website_id, category)
   WHERE p.website_id = $1 AND p.patron_id = $2`,
);

/** Undefined: there is no such patron any more. */
export async function findCollections(
  connection: Connection,
  patron: PatronKey,
): Promise<OpenCollections | undefined> {
  const [found] = await connection.run<Omit<OpenCollections, 'patron'>>(FIND, [
    patron.websiteId,
    patron.patronId,
  ]);
  return found && { ...found, patron };
}
