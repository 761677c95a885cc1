import type { Connection } from '../../platform/database/statement.js';
import { inEachLibrary } from '../../platform/database/by-library.js';
import type { NamedTitle } from './named-title.js';
import { findTitles } from './named-title.store.js';

interface InCollection extends NamedTitle {
  readonly websiteId: number;
  /** Empty if none was named. */
  readonly collectionId?: string;
}

/**
 * Replaces the collections that records name by the library's spelling: the only collection with this name in any case or, without a name, the
 * library's only collection.
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

/** Adds the GUIDs of titles to records whose ISBN belongs to one title. */
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
