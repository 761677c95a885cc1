import type { PatronKey } from '../../domain/patron.js';
import { type Connection, lookup } from '../../platform/database/statement.js';

/** The part of a library's catalog that a request may see. */
export interface OpenCollections {
  readonly websiteId: number;
  /** Absent for a client, which acts for no patron. */
  readonly patron?: PatronKey;
  /** Stands for the collections in every address of the catalog. */
  readonly collectionToken: string;
  readonly collectionIds: readonly string[];
  readonly library: LibraryPages;
}

/** The addresses of a library's pages for people. */
export interface LibraryPages {
  readonly name: string;
  readonly homepage: string | null;
  /** The template of the addresses of titles. */
  readonly titleUrl: string | null;
}

const LIBRARY_PAGES = `json_build_object(
  'name', l.name, 'homepage', s.notice_homepage, 'titleUrl', s.notice_title_url) AS library`;

const collectionsOfCategory = (websiteId: string): string => `ARRAY (
  SELECT cc.collection_id FROM category_collection cc
  WHERE cc.website_id = ${websiteId} AND cc.category = pc.category)`;

const OF_PATRON = lookup<Pick<OpenCollections, 'collectionToken' | 'collectionIds' | 'library'>>(
  'catalog-collections-of-patron',
  `SELECT pc.collection_token AS "collectionToken", ${collectionsOfCategory('$1')} AS "collectionIds", ${LIBRARY_PAGES}
   FROM patron p JOIN patron_category pc USING (website_id, category)
   JOIN library l USING (website_id) LEFT JOIN library_settings s USING (website_id)
   WHERE p.website_id = $1 AND p.patron_id = $2`,
);

/** The collections of the patron's category. Undefined: the patron no longer exists. */
export async function findCollectionsOfPatron(
  connection: Connection,
  patron: PatronKey,
): Promise<OpenCollections | undefined> {
  const { websiteId, patronId } = patron;
  const [found] = await connection.run(OF_PATRON, [websiteId, patronId]);
  return found && { ...found, websiteId, patron };
}

/** A library's token stands for what any of its categories may use, an account's token for one collection. */
const BY_TOKEN = lookup<Pick<OpenCollections, 'websiteId' | 'collectionIds' | 'library'>>(
  'catalog-collections-by-token',
  `SELECT l.website_id AS "websiteId", ARRAY (
       SELECT DISTINCT cc.collection_id FROM category_collection cc WHERE cc.website_id = l.website_id) AS "collectionIds",
     ${LIBRARY_PAGES}
   FROM library l LEFT JOIN library_settings s USING (website_id) WHERE l.collection_token = $2 AND l.website_id = ANY ($1::int[])
   UNION ALL
   SELECT pc.website_id, ${collectionsOfCategory('pc.website_id')}, ${LIBRARY_PAGES}
   FROM patron_category pc JOIN library l USING (website_id) LEFT JOIN library_settings s USING (website_id)
   WHERE pc.collection_token = $2 AND pc.website_id = ANY ($1::int[])
   UNION ALL
   SELECT n.website_id, ARRAY [n.collection_id], ${LIBRARY_PAGES}
   FROM collection n JOIN library l USING (website_id) LEFT JOIN library_settings s USING (website_id)
   WHERE n.collection_token = $2 AND n.website_id = ANY ($1::int[]) AND n.account_number IS NOT NULL
   LIMIT 1`,
);

/** What a token stands for in one of these libraries, if anything. */
export async function findCollectionsByToken(
  connection: Connection,
  websiteIds: readonly number[],
  collectionToken: string,
): Promise<OpenCollections | undefined> {
  const [found] = await connection.run(BY_TOKEN, [websiteIds, collectionToken]);
  return found && { ...found, collectionToken };
}
