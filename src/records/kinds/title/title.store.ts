import { bulkStatement, type Connection } from '../../../platform/database/statement.js';
import type { Queue } from '../../../circulation/queue.service.js';
import { columnOf, columnTable, inEachLibrary } from '../../../platform/database/by-library.js';
import { lockQueues } from '../../../circulation/locks.store.js';
import { keepAccessible, markTitlesUpdated, rememberWithdrawn } from '../../engine/title-changes.store.js';
import { tellOfRemoval } from '../../../watches/watch-news.js';
import type { TitleRecord } from './title.schema.js';

export interface CrossReference {
  readonly reserveId: string;
  readonly crossRefId: number;
}

export const findByCrossRefs = bulkStatement<CrossReference>(`
  SELECT reserve_id AS "reserveId", cross_ref_id AS "crossRefId" FROM title
  WHERE cross_ref_id = ANY ($1::int[])`).all((crossRefIds: readonly number[]) => [crossRefIds]);

export const findCrossRefs = bulkStatement<CrossReference>(`
  SELECT reserve_id AS "reserveId", cross_ref_id AS "crossRefId" FROM title
  WHERE reserve_id = ANY ($1::uuid[])`).all((reserveIds: readonly string[]) => [reserveIds]);

/** The members of a title's record that are columns, and their types. */
const TYPES = {
  reserveId: 'uuid',
  crossRefId: 'int',
  ofLibrary: 'int',
  title: 'text',
  subtitle: 'text',
  sortTitle: 'text',
  creators: 'jsonb',
  formatClass: 'text',
  formats: 'text[]',
  formatDetails: 'jsonb',
  identifiers: 'text[]',
  accessibility: 'jsonb',
  accessibleBy: 'text[]',
  subjects: 'text[]',
  languages: 'text[]',
  keywords: 'text[]',
  edition: 'text',
  series: 'text',
  publisher: 'text',
  imprint: 'text',
  publishDate: 'date',
  shortDescription: 'text',
  fullDescription: 'text',
  starRating: 'float8',
  isPublicDomain: 'boolean',
  images: 'jsonb',
  addedDate: 'date',
};
/** The columns that sort keys are made of. */
const FILED = { filedTitle: 'text', filedAuthor: 'text' };
const COLUMNS = Object.keys(TYPES).map(columnOf);
const [, ...OTHERS] = COLUMNS;
const listed = (make: (column: string) => string): string => OTHERS.map(make).join(', ');

const UPSERT = bulkStatement<{ reserveId: string }>(`
  INSERT INTO title AS t (${COLUMNS.join(', ')}, sort_key, author_sort_key)
  SELECT ${COLUMNS.join(', ')}, left(search_fold(filed_title), 250), left(search_fold(filed_author), 250)
  FROM ${columnTable({ ...TYPES, ...FILED }, '$1').sql}
  ORDER BY reserve_id
  ON CONFLICT (reserve_id) DO UPDATE SET
    ${listed((column) => `${column} = EXCLUDED.${column}`)}, sort_key = EXCLUDED.sort_key, author_sort_key = EXCLUDED.author_sort_key
  WHERE (${listed((column) => `t.${column}`)}, t.sort_key, t.author_sort_key)
    IS DISTINCT FROM (${listed((column) => `EXCLUDED.${column}`)}, EXCLUDED.sort_key, EXCLUDED.author_sort_key)
  RETURNING t.reserve_id AS "reserveId"`);

const ADD_WORDS = bulkStatement(`
  INSERT INTO search_word (word)
  SELECT DISTINCT word FROM title t, unnest(tsvector_to_array(t.words)) AS word WHERE t.reserve_id = ANY ($1::uuid[])
  ORDER BY word
  ON CONFLICT (word) DO NOTHING`);

const QUEUES = bulkStatement<Queue>(`
  SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM title_queue WHERE reserve_id = ANY ($1::uuid[])`);

/**
 * Also stores the words of these titles, from which the search completes and corrects queries, and marks the titles as changed in every
 * library that has them.
 * @returns the titles that were new or different
 */
export async function upsertTitles(
  connection: Connection,
  titles: readonly TitleRecord[],
): Promise<ReadonlySet<string>> {
  const changed = await connection.run(UPSERT, [JSON.stringify(titles)]);
  if (changed.length === 0) return new Set();
  const reserveIds = changed.map(({ reserveId }) => reserveId);
  await connection.run(ADD_WORDS, [reserveIds]);
  const queues = await connection.run(QUEUES, [reserveIds]);
  await lockQueues(connection, queues);
  await inEachLibrary(queues, async (websiteId, own) => {
    await keepAccessible(connection, websiteId, own);
    await markTitlesUpdated(connection, websiteId, own);
  });
  return new Set(reserveIds);
}

/** The libraries that share the title. */
export async function findLibrariesOf(connection: Connection, reserveId: string): Promise<number[]> {
  const queues = await connection.run(QUEUES, [[reserveId]]);
  return queues.map(({ websiteId }) => websiteId);
}

export interface TitleUses {
  readonly holds: number;
  readonly loans: number;
}

/** Locks the queues of the title, and counts what depends on them. */
export async function lockUses(
  connection: Connection,
  reserveId: string,
  websiteIds: readonly number[],
): Promise<TitleUses> {
  await lockQueues(
    connection,
    websiteIds.map((websiteId) => ({ websiteId, reserveId })),
  );
  const { prisma } = connection;
  const uses = { holds: 0, loans: 0 };
  for (const websiteId of websiteIds) {
    const where = { websiteId, reserveId };
    const queue = await prisma.titleQueue.findFirst({ where, select: { liveHolds: true } });
    const copies = await prisma.copies.aggregate({ where, _sum: { onLoan: true, luckyOnLoan: true } });
    uses.holds += queue?.liveHolds ?? 0;
    uses.loans += (copies._sum.onLoan ?? 0) + (copies._sum.luckyOnLoan ?? 0);
  }
  return uses;
}

/** @param websiteIds all libraries that have the title */
export async function removeTitle(
  connection: Connection,
  reserveId: string,
  websiteIds: readonly number[],
): Promise<void> {
  const { prisma } = connection;
  for (const websiteId of websiteIds) {
    await tellOfRemoval(connection, { websiteId, reserveId });
    await rememberWithdrawn(connection, { websiteId, reserveId });
    await prisma.copies.deleteMany({ where: { websiteId, reserveId } });
    await prisma.titleQueue.deleteMany({ where: { websiteId, reserveId } });
  }
  await prisma.title.deleteMany({ where: { reserveId } });
}
