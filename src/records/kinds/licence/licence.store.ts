import { columnTable, inEachLibrary, readForEach } from '../../../platform/database/by-library.js';
import { bulkStatement, type Connection } from '../../../platform/database/statement.js';
import type { LicenceKey, LicenceRecord } from './licence.schema.js';

/** Licences of the library $1. */
const GIVEN = columnTable({
  reserveId: 'uuid',
  collectionId: 'text',
  startsOn: 'text',
  endsOn: 'text',
});

/** A licence as it is stored. */
export interface StoredLicence {
  readonly reserveId: string;
  readonly concurrency: number | null;
  readonly loans: number | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly model: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly name: string | null;
}

export interface LicenceFacts {
  readonly collectionKnown: boolean;
  readonly titleKnown: boolean;
  readonly hasQueue: boolean;
  /** The library has the title in this collection. */
  readonly hasCopies: boolean;
  /** The times that the record names. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

const instantOf = (written: string): string => `
  CASE WHEN length(${written}) = 10 THEN ${written}::timestamp AT TIME ZONE zone.name ELSE ${written}::timestamptz END`;

const FACTS = bulkStatement<LicenceFacts>(`
  SELECT
    (SELECT true FROM collection n
     WHERE n.website_id = $1 AND n.collection_id = given.collection_id) IS TRUE AS "collectionKnown",
    (SELECT true FROM title t WHERE t.reserve_id = given.reserve_id) IS TRUE AS "titleKnown",
    (SELECT true FROM title_queue q WHERE q.website_id = $1 AND q.reserve_id = given.reserve_id) IS TRUE AS "hasQueue",
    (SELECT NOT of_title.withdrawn
     FROM (SELECT c.collection_id, c.withdrawn FROM copies c
           WHERE c.website_id = $1 AND c.reserve_id = given.reserve_id OFFSET 0) of_title
     WHERE of_title.collection_id = given.collection_id) IS TRUE AS "hasCopies",
    ${instantOf('given.starts_on')} AS "startsAt", ${instantOf('given.ends_on')} AS "endsAt"
  FROM ${GIVEN.sql}
  CROSS JOIN (SELECT COALESCE((SELECT s.notice_time_zone FROM library_settings s WHERE s.website_id = $1), 'UTC') AS name) zone
  ORDER BY given.line`);

/** One row for each of `licences`, in the same order. */
export function readFacts(
  connection: Connection,
  licences: readonly LicenceRecord[],
): Promise<LicenceFacts[]> {
  return readForEach(connection, FACTS, GIVEN, licences);
}

/** `turn` lets it begin, or end. */
export async function storeLicence(
  { prisma }: Connection,
  { websiteId, collectionId, licenceId }: LicenceRecord,
  licence: StoredLicence,
): Promise<void> {
  const key = { websiteId, collectionId, licenceId };
  await prisma.licence.upsert({
    where: { websiteId_collectionId_licenceId: key },
    create: { ...key, ...licence, isCounted: false },
    update: licence,
    select: { websiteId: true },
  });
}

/** Each of these licences as it is stored, in the same order; undefined where there is none. */
export async function findLicences(
  { prisma }: Connection,
  keys: readonly LicenceKey[],
): Promise<(StoredLicence | undefined)[]> {
  const stored = new Map<string, StoredLicence>();
  await inEachLibrary(keys, async (websiteId, own) => {
    const where = { websiteId, licenceId: { in: own.map(({ licenceId }) => licenceId) } };
    const select = { ...STORED, collectionId: true, licenceId: true };
    for (const { collectionId, licenceId, price, ...licence } of await prisma.licence.findMany({
      where,
      select,
    }))
      stored.set(nameOf({ websiteId, collectionId, licenceId }), {
        ...licence,
        price: price === null ? null : Number(price),
      });
  });
  return keys.map((key) => stored.get(nameOf(key)));
}

function nameOf({ websiteId, collectionId, licenceId }: Omit<LicenceKey, 'reserveId'>): string {
  return JSON.stringify([websiteId, collectionId, licenceId]);
}

const STORED = {
  reserveId: true,
  concurrency: true,
  loans: true,
  startsAt: true,
  endsAt: true,
  model: true,
  price: true,
  currency: true,
  name: true,
} as const;

/** Its loans run on. */
export async function removeLicence(
  { prisma }: Connection,
  { websiteId, collectionId, licenceId }: LicenceKey,
): Promise<void> {
  const where = { websiteId, collectionId, licenceId };
  await prisma.checkout.updateMany({ where, data: { licenceId: null } });
  await prisma.licence.deleteMany({ where });
}
