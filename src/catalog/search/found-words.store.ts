import type { Connection } from '../../platform/database/statement.js';
import type { OpenCollections } from '../collections/collections.store.js';
import { conditionsOf, viewedCopies } from '../query/filters.store.js';
import { Parameters } from '../query/parameters.store.js';
import { replanned } from '../query/replanned.store.js';
import { type Filters, type KeySorting, MAX_RESULT_OF_WORDS } from '../query/search.js';
import { keysOf, orderBy } from '../query/sort-keys.store.js';
import type { SearchedWords } from './words.store.js';

export interface FoundPage {
  /** All that was found, as far as a result goes. */
  readonly totalItems: number;
  /** Those of the page, in its order. */
  readonly reserveIds: readonly string[];
}

/** What is looked for by words, and which page of it. */
export interface WordsFilter {
  readonly collections: OpenCollections;
  readonly filters: Filters;
  readonly limit: number;
  readonly offset: number;
}

const NOTHING: FoundPage = { totalItems: 0, reserveIds: [] };

/**
 * First the title that is the words asked for, then titles with all words in the title itself, then those with all in
 * title and creators, then the others. The first two are looked for by themselves: of a common word there are more titles
 * than can be compared, and these are the better ones.
 */
export async function findBest(
  connection: Connection,
  filter: WordsFilter,
  asked: Pick<SearchedWords, 'query' | 'folded'>,
  isReversed: boolean,
): Promise<FoundPage> {
  const parameters = new Parameters();
  const { queue, wanted } = wantedTitles(filter, parameters);
  const query = `${parameters.add(asked.query)}::tsquery`;
  const folded = parameters.add(asked.folded);
  const matches = `t.words @@ ${query} AND ${wanted}`;
  const most = `${MAX_RESULT_OF_WORDS}`;
  return pageOf(
    connection,
    `WITH exact AS MATERIALIZED (
        SELECT t.reserve_id, t.title_key, 0 AS tier, 0::real AS rank
        FROM title t ${queue} WHERE t.title_key = ${folded} AND ${matches} LIMIT ${most}),
      in_title AS MATERIALIZED (
        SELECT t.reserve_id, t.title_key, 1 AS tier, ts_rank(t.words, ${query}) AS rank
        FROM title t ${queue}
        WHERE ts_filter(t.words, '{a}') @@ ${query} AND t.title_key <> ${folded} AND ${wanted}
        LIMIT (SELECT ${most} - count(*) FROM exact)),
      elsewhere AS MATERIALIZED (
        SELECT t.reserve_id, t.title_key,
          CASE WHEN ts_filter(t.words, '{a,b}') @@ ${query} THEN 2 ELSE 3 END AS tier, ts_rank(t.words, ${query}) AS rank
        FROM title t ${queue}
        WHERE ${matches} AND NOT ts_filter(t.words, '{a}') @@ ${query} AND t.title_key <> ${folded}
        LIMIT (SELECT ${most} - (SELECT count(*) FROM exact) - (SELECT count(*) FROM in_title)))
    TABLE exact UNION ALL TABLE in_title UNION ALL TABLE elsewhere`,
    isReversed
      ? 'tier DESC, rank, title_key DESC, reserve_id DESC'
      : 'tier, rank DESC, title_key, reserve_id',
    filter,
    parameters,
  );
}

/**
 * A page of all that is found, if that is not more than a result has; otherwise undefined: then the first titles are to be
 * found in the order of an index, instead of those that the database happens to find first.
 */
export async function findSorted(
  connection: Connection,
  filter: WordsFilter,
  query: string,
  sortings: readonly KeySorting[],
): Promise<FoundPage | undefined> {
  const parameters = new Parameters();
  const keys = keysOf(sortings);
  const needsQueue = keys.some(({ needs }) => needs.includes('q'));
  const { queue, wanted } = wantedTitles(filter, parameters, needsQueue);
  const columns = keys.map(({ sql }, index) => `${sql} AS k${index}, `).join('');
  const page = await pageOf(
    connection,
    `SELECT ${columns}t.reserve_id FROM title t ${queue}
     WHERE t.words @@ ${parameters.add(query)}::tsquery AND ${wanted} LIMIT ${MAX_RESULT_OF_WORDS}`,
    orderBy(
      keys.map((key, index) => ({ ...key, sql: `k${index}` })),
      'reserve_id',
    ),
    filter,
    parameters,
  );
  return page.totalItems < MAX_RESULT_OF_WORDS ? page : undefined;
}

/** The conditions on a title `t`, and the join with its queue `q` where they need it. */
function wantedTitles(
  { collections, filters }: WordsFilter,
  parameters: Parameters,
  needsQueue = false,
): { queue: string; wanted: string } {
  const conditions = conditionsOf(filters, parameters);
  const isJoined = needsQueue || conditions.some(({ needs }) => needs.includes('q'));
  const copies = viewedCopies(collections, filters, parameters);
  return {
    queue: isJoined
      ? `JOIN title_queue q ON q.reserve_id = t.reserve_id AND q.website_id = ${parameters.add(collections.websiteId)}`
      : '',
    wanted: [
      `EXISTS (SELECT FROM copies c WHERE ${copies} AND c.reserve_id = t.reserve_id)`,
      ...conditions.map(({ sql }) => sql),
    ].join(' AND '),
  };
}

/** A page of what `matches` finds, counted and ordered as a whole. */
async function pageOf(
  connection: Connection,
  matches: string,
  order: string,
  { limit, offset }: WordsFilter,
  parameters: Parameters,
): Promise<FoundPage> {
  const text = `
    WITH found AS MATERIALIZED (${matches})
    SELECT (SELECT count(*) FROM found)::int AS "totalItems", ARRAY (
      SELECT reserve_id FROM found ORDER BY ${order}
      LIMIT ${parameters.add(limit)}::int OFFSET ${parameters.add(offset)}::int) AS "reserveIds"`;
  const [page] = await connection.run(replanned<FoundPage>(text), parameters.values);
  return page ?? NOTHING;
}
