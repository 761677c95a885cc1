import type { Connection } from '../../platform/database/statement.js';
import { inEachLibrary } from '../../platform/database/by-library.js';
import type { NamedTitle } from './named-title.js';
import { findTitles } from './named-title.store.js';

interface InCollection extends NamedTitle {
  readonly websiteId: number;
  /** Empty: none was named. */
  readonly collectionId?: string;
}

/**
 * The same records with the collections that they mean, as the library writes them: the only one that has this name in any case, or without a
 * name its only one.
 */
export async function withCollections<Record extends InCollection>(
  connection: Connection,
  records: readonly Record[],
): Promise<Record[]> {
  const names = new Map<number, readonly string[]>();
  await inEachLibrary(records, async (websiteId) => {
    const select = { collectionId: true };
    const found = await connection.prisma.collection.findMany({ where: { websiteId }, select });
    names.set(
      websiteId,
      found.map(({ collectionId }) => collectionId),
    );
  });
  return records.map((record) => {
    const { websiteId, collectionId } = record;
    const [only, ...others] = (names.get(websiteId) ?? []).filter(
      (name) => collectionId === '' || name.toLowerCase() === collectionId?.toLowerCase(),
    );
    return only === undefined || others.length > 0 ? record : { ...record, collectionId: only };
  });
}

/** The same records, also with the GUIDs of their titles, where an ISBN is of one. */
export async function findCopies<Record extends InCollection>(
  connection: Connection,
  records: readonly Record[],
): Promise<Record[]> {
  const meant = await withCollections(connection, records);
  const found = await findTitles(connection, meant);
  return meant.map((record, index) => {
    const [reserveId, ...others] = found[index] ?? [];
    return reserveId === undefined || others.length > 0 ? record : { ...record, reserveId, isbn: undefined };
  });
}
