import { mergedInto } from '../../patrons/merged-names.store.js';
import { columnTable, readForEach } from '../../platform/database/by-library.js';
import { bulkStatement, type Connection } from '../../platform/database/statement.js';
import type { PatronName } from './named-patron.js';

type Named = PatronName & { readonly websiteId: number };

const GIVEN = columnTable({ patronId: 'int', externalId: 'text' });

const FIND = bulkStatement<{ patronId: number | null }>(`
  SELECT CASE WHEN given.patron_id IS NULL THEN COALESCE(
      (SELECT p.patron_id FROM patron p WHERE p.website_id = $1 AND p.external_id = given.external_id),
      (${mergedInto('externalId', 'given.external_id')}))
    ELSE COALESCE(
      (SELECT p.patron_id FROM patron p WHERE p.website_id = $1 AND p.patron_id = given.patron_id),
      (${mergedInto('patronId', 'given.patron_id')}), given.patron_id) END AS "patronId"
  FROM ${GIVEN.sql} ORDER BY given.line`);

/**
 * The number of each patron in the same order, or that of the patron into whom staff merged it; null if no patron of the library has this
 * `externalId`.
 */
export async function findPatronNumbers(
  connection: Connection,
  records: readonly Named[],
): Promise<(number | null)[]> {
  const found = await readForEach(connection, FIND, GIVEN, records);
  return found.map(({ patronId }) => patronId);
}

/** Undefined if no patron has this `externalId` now. */
export async function findPatronNumber(
  { prisma }: Connection,
  { websiteId, externalId = null }: Named,
): Promise<number | undefined> {
  const where = { websiteId, externalId };
  const found =
    externalId === null ? null : await prisma.patron.findFirst({ where, select: { patronId: true } });
  return found?.patronId;
}
