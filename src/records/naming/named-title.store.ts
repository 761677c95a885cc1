import { isbnsOf } from '../../domain/normalized-identifier.js';
import { columnTable, readForEach } from '../../platform/database/by-library.js';
import { bulkStatement, type Connection } from '../../platform/database/statement.js';
import type { NamedTitle } from './named-title.js';

const GIVEN = columnTable({ isbns: 'text[]', collectionId: 'text' });

/**
 * Finds titles by ISBN: those that the library has in the collection; else those that it has in another collection or that are of its own source;
 * else any.
 */
const FIND = bulkStatement<{ reserveIds: string[] | null }>(`
  SELECT (
    SELECT array_agg(with_isbn.reserve_id)
    FROM (
      SELECT t.reserve_id, CASE
          WHEN given.collection_id = ANY (own.collections) THEN 1
          WHEN own.collections IS NOT NULL OR t.of_library = $1 THEN 2
          WHEN t.of_library IS NULL THEN 3
        END AS rank
      FROM title t CROSS JOIN LATERAL (
        SELECT array_agg(c.collection_id) AS collections FROM copies c WHERE c.website_id = $1 AND c.reserve_id = t.reserve_id
      ) own
      WHERE t.identifiers && given.isbns
    ) with_isbn
    WHERE with_isbn.rank IS NOT NULL
    GROUP BY with_isbn.rank ORDER BY with_isbn.rank LIMIT 1) AS "reserveIds"
  FROM ${GIVEN.sql} ORDER BY given.line`);

interface OfLibrary extends NamedTitle {
  readonly websiteId: number;
  readonly collectionId?: string;
}

/** The GUIDs of the titles that each record may mean, in the same order: one, unless an ISBN belongs to none or to several. */
export async function findTitles(
  connection: Connection,
  records: readonly OfLibrary[],
): Promise<(readonly string[])[]> {
  const byIsbn = records.filter(({ isbn }) => isbn !== undefined);
  const wanted = byIsbn.map(({ websiteId, collectionId, isbn = '' }) => ({
    ...{ websiteId, collectionId },
    isbns: isbnsOf(isbn),
  }));
  const found = await readForEach(connection, FIND, GIVEN, wanted);
  const titles = new Map(byIsbn.map((record, index) => [record, found[index]?.reserveIds ?? []]));
  return records.map((record) =>
    record.reserveId === undefined ? (titles.get(record) ?? []) : [record.reserveId],
  );
}
