import { columnTable, readForEach } from '../../platform/database/by-library.js';
import { bulkStatement, type Connection } from '../../platform/database/statement.js';
import type { PatronName } from './named-patron.js';

const GIVEN = columnTable({ externalId: 'text' });

const FIND = bulkStatement<{ patronId: number | null }>(`
  SELECT (SELECT p.patron_id FROM patron p WHERE p.website_id = $1 AND p.external_id = given.external_id) AS "patronId"
  FROM ${GIVEN.sql} ORDER BY given.line`);

/** The number of each patron, in the same order; null: none of the library has this `externalId`. */
export async function findPatronNumbers(
  connection: Connection,
  records: readonly (PatronName & { readonly websiteId: number })[],
): Promise<(number | null)[]> {
  const named = records.filter(({ patronId }) => patronId == null);
  if (named.length === 0) return records.map(({ patronId }) => patronId ?? null);
  const found = await readForEach(connection, FIND, GIVEN, named);
  const numbers = new Map(named.map((record, index) => [record, found[index]?.patronId ?? null]));
  return records.map((record) => record.patronId ?? numbers.get(record) ?? null);
}
