import type { Principal } from '../http/principal.decorator.js';
import { type Connection, lookup } from '../platform/database/statement.js';

export interface LibraryDescription {
  readonly websiteId: number;
  readonly name: string;
  /** Null: the library has no patron category yet, and so nothing to search. */
  readonly collectionToken: string | null;
}

/**
 * A patron sees the token of their own category. A client acts for no patron: it sees that of the category which may use
 * the most collections.
 */
const FIND = lookup(
  'catalog-library',
  `SELECT l.website_id AS "websiteId", l.name,
     (SELECT pc.collection_token FROM patron_category pc
      LEFT JOIN patron p ON p.website_id = pc.website_id AND p.category = pc.category AND p.patron_id = $2
      WHERE pc.website_id = l.website_id AND ($2::int IS NULL OR p.patron_id IS NOT NULL)
      ORDER BY (SELECT count(*) FROM category_collection cc
                WHERE cc.website_id = pc.website_id AND cc.category = pc.category) DESC,
        pc.category COLLATE "C"
      LIMIT 1) AS "collectionToken"
   FROM library l WHERE l.website_id = $1`,
);

export async function findLibrary(
  connection: Connection,
  websiteId: number,
  { patron }: Principal,
): Promise<LibraryDescription | undefined> {
  const [library] = await connection.run<LibraryDescription>(FIND, [websiteId, patron?.patronId ?? null]);
  return library;
}
