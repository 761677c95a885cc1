import { DELETED_LICENCE } from '../../../circulation/licences/licence-columns.store.js';
import { TIME_ZONE } from '../../../circulation/standing.store.js';
import { columnTable, inEachLibrary, readForEach } from '../../../platform/database/by-library.js';
import { bulkStatement, type Connection } from '../../../platform/database/statement.js';
import type { LicenceKey, LicenceRecord } from './licence.schema.js';

/** Licences of the library $1. */
const GIVEN = columnTable({ startsOn: 'text', endsOn: 'text' });

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
  /** False: it gives Lucky Day copies. */
  readonly holdable: boolean;
}

/** The times that a record names. */
export type LicenceTimes = Pick<StoredLicence, 'startsAt' | 'endsAt'>;

const instantOf = (written: string): string => `
  CASE WHEN length(${written}) = 10 THEN ${written}::timestamp AT TIME ZONE zone.name ELSE ${written}::timestamptz END`;

const TIMES = bulkStatement<LicenceTimes>(`
  SELECT ${instantOf('given.starts_on')} AS "startsAt", ${instantOf('given.ends_on')} AS "endsAt"
  FROM ${GIVEN.sql} CROSS JOIN (SELECT ${TIME_ZONE} AS name) zone
  ORDER BY given.line`);

/** The times that each of `licences` names, in the same order. */
export function readTimes(
  connection: Connection,
  licences: readonly LicenceRecord[],
): Promise<LicenceTimes[]> {
  return readForEach(connection, TIMES, GIVEN, licences);
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
  holdable: true,
} as const;

/** Its loans run on, and take no other copy. */
export async function removeLicence(
  { prisma }: Connection,
  { websiteId, collectionId, licenceId }: LicenceKey,
): Promise<void> {
  const where = { websiteId, collectionId, licenceId };
  await prisma.checkout.updateMany({ where, data: { licenceId: DELETED_LICENCE } });
  await prisma.licence.deleteMany({ where });
}
