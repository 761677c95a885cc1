import { askedWords, unspacedQuery } from '../../catalog/query/asked-words.store.js';
import type { FormatClass } from '../../domain/lending-period.js';
import { isbnsIn, normalizedIdentifier } from '../../domain/normalized-identifier.js';
import { parseTitleId } from '../../domain/titles/title-id.js';
import { JOIN_NEW_HOLD } from '../../platform/database/stored-waits.store.js';
import { type Connection, type Statement, statement } from '../../platform/database/statement.js';
import { activeHolds } from './demand.store.js';
import { TITLE_QUEUE_COLUMNS, type TitleQueue } from './queues.store.js';

/** Which queues of a library are wanted: those that all that is given lets through. */
export interface QueueFilters {
  /** Part of the title. */
  readonly title?: string | undefined;
  /** Words in the names of the creators. */
  readonly creator?: string | undefined;
  /** An ISBN or the like, or the title's reserveId or crossRefId. */
  readonly identifier?: string | undefined;
  readonly formatClass?: FormatClass | undefined;
  /** The collection that has the title. */
  readonly collectionId?: string | undefined;
}

/** The words are looked up once, not for each title. */
const CREATOR_WORDS = unspacedQuery(askedWords(`search_fold(translate($3, E'\\n', ' '))`));

/** SQL for what the `filterValues`, from $2 on, let through of the queues `q` of the library $1. Without one about titles, none is looked up. */
const FILTERED = `
  AND (num_nulls($2::text, $3::text, $4::text[], $7::text) = 4 OR EXISTS (
    SELECT FROM title t WHERE t.reserve_id = q.reserve_id
      AND ($2 IS NULL OR t.title ILIKE $2)
      AND ($3 IS NULL OR t.words @@ ${CREATOR_WORDS} AND ts_filter(t.words, '{b}') @@ ${CREATOR_WORDS})
      AND ($4 IS NULL OR t.identifiers && $4 OR t.reserve_id = $5::uuid OR t.cross_ref_id = $6::int)
      AND ($7 IS NULL OR t.format_class = $7)))
  AND ($8::text IS NULL OR q.reserve_id IN (
    SELECT has.reserve_id FROM copies has WHERE has.website_id = $1 AND has.collection_id = $8))`;

/** The values of `FILTERED`. */
function filterValues(filters: QueueFilters): unknown[] {
  const { title, creator = null, identifier, formatClass = null, collectionId = null } = filters;
  const named = identifier === undefined ? undefined : parseTitleId(identifier.trim());
  return [
    title === undefined ? null : patternOf(title),
    creator,
    identifier === undefined ? null : [...isbnsIn(identifier), normalizedIdentifier(identifier)],
    named?.kind === 'reserveId' ? named.reserveId : null,
    named?.kind === 'crossRefId' ? named.crossRefId : null,
    formatClass,
    collectionId,
  ];
}

export function isFiltered(filters: QueueFilters): boolean {
  return filterValues(filters).some((value) => value !== null);
}

/** For `ILIKE`, of any part of a title, without the spaces that come with what is pasted. */
function patternOf(title: string): string {
  return `%${title.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
}

export const QUEUE_SORTS = ['holds', 'ratio', 'title', 'wait'] as const;
export type QueueSort = (typeof QUEUE_SORTS)[number];

/** A queue in the list, and where it stands in the list's order. */
export interface ListedQueue extends TitleQueue {
  readonly sortKey: string;
}

/** The place of a queue in the list. */
export interface QueueCursor {
  readonly sortKey: string;
  readonly reserveId: string;
}

/** Which part of the list. */
export interface WantedQueues {
  readonly filters: QueueFilters;
  /** The last queue of the page before; absent: from the beginning. */
  readonly after?: QueueCursor | undefined;
  /** The first queue of the page after, if that is known instead. */
  readonly before?: QueueCursor | undefined;
  /** How many of them are left out. */
  readonly offset?: number;
  readonly limit: number;
}

interface BothWays {
  readonly forwards: Statement<ListedQueue>;
  readonly backwards: Statement<ListedQueue>;
}

/**
 * A page by keyset: the list may change between two pages, and a page far behind costs no more than the first. Live holds
 * have no index, because each placement would have to write it: the queues of one library are few enough to be sorted.
 */
function bothWays(sort: QueueSort, sortKey: string, type: string, tables = ''): BothWays {
  const listing = (name: string, comesNext: '<' | '>', order: 'ASC' | 'DESC'): Statement<ListedQueue> =>
    statement<ListedQueue>(
      name,
      `WITH q AS MATERIALIZED (
         SELECT q.reserve_id, q.live_holds, q.pickup_hours, ${sortKey} AS key FROM title_queue q ${tables}
         WHERE q.website_id = $1 AND q.live_holds > 0 ${FILTERED}
           AND ($9::${type} IS NULL OR (${sortKey}, q.reserve_id) ${comesNext} ($9::${type}, $10::uuid))
         ORDER BY key ${order}, q.reserve_id ${order} LIMIT $11 OFFSET $12)
       SELECT ${TITLE_QUEUE_COLUMNS}, q.key::text AS "sortKey"
       FROM q JOIN title t USING (reserve_id) ORDER BY q.key ${order}, q.reserve_id ${order}`,
    );
  return {
    forwards: listing(`console-queues-by-${sort}`, '>', 'ASC'),
    backwards: listing(`console-queues-by-${sort}-backwards`, '<', 'DESC'),
  };
}

/**
 * For each title: its copies, and the active holds of categories that may use one of them. They are looked up title by title: one plan serves
 * all filters, and PostgreSQL, which expects few titles, would gather those of all titles again for each.
 */
const ACTIVE = `
  LEFT JOIN LATERAL (
    SELECT sum(c.owned) AS owned FROM copies c WHERE c.website_id = $1 AND c.reserve_id = q.reserve_id) stock ON true
  LEFT JOIN LATERAL (
    SELECT sum(${activeHolds('category_queue')}) AS holds
    FROM queue_category category_queue
    WHERE category_queue.website_id = $1 AND category_queue.reserve_id = q.reserve_id AND category_queue.live_holds > 0
      AND EXISTS (
        SELECT FROM copies c JOIN category_collection cc USING (website_id, collection_id)
        WHERE c.website_id = $1 AND cc.website_id = $1 AND c.reserve_id = category_queue.reserve_id
          AND cc.category = category_queue.category AND c.owned > 0)) active ON true`;

/** In thousandths, negative, so that the greatest comes first; a title without copies comes before all others. */
const RATIO = `CASE WHEN stock.owned > 0 THEN -COALESCE(active.holds, 0) * 1000 / stock.owned
  ELSE -9000000000000000 END::bigint`;

/** Negative, so that the longest comes first; what never ends comes before it, and what is not known yet is the last. */
const WAIT = `CASE WHEN q.wait_categories IS NULL THEN 1
  ELSE -COALESCE(new_hold.likely_minute, new_hold.minute, 999999999) END`;

const BY_SORT: Readonly<Record<QueueSort, BothWays>> = {
  holds: bothWays('holds', '-q.live_holds', 'int'),
  ratio: bothWays('ratio', RATIO, 'bigint', ACTIVE),
  title: bothWays('title', `COALESCE(t.title_key, '')`, 'text', 'JOIN title t USING (reserve_id)'),
  wait: bothWays('wait', WAIT, 'int', JOIN_NEW_HOLD),
};

/**
 * The queues of a library that have holds: the longest first, those with most active holds per copy first, by title, or those in which
 * a new hold waits longest first; with `before`, from there backwards.
 */
export function listQueues(
  connection: Connection,
  websiteId: number,
  sort: QueueSort,
  { filters, after, before, limit, offset = 0 }: WantedQueues,
): Promise<ListedQueue[]> {
  const { forwards, backwards } = BY_SORT[sort];
  const { sortKey = null, reserveId = null } = before ?? after ?? {};
  const values = [websiteId, ...filterValues(filters), sortKey, reserveId, limit, offset];
  return connection.run(before === undefined ? forwards : backwards, values);
}

export interface QueueTotals {
  readonly queues: number;
  readonly holds: number;
}

/** How many queues have holds, and how many holds these are. */
export const countListedQueues = statement<QueueTotals>(
  'console-queues-count',
  `SELECT count(*)::int AS queues, COALESCE(sum(q.live_holds), 0)::int AS holds
   FROM title_queue q WHERE q.website_id = $1 AND q.live_holds > 0 ${FILTERED}`,
).one((websiteId: number, filters: QueueFilters) => [websiteId, ...filterValues(filters)]);

export interface CollectionName {
  readonly collectionId: string;
  readonly name: string;
}

/** The collections of a library. */
export function listCollections({ prisma }: Connection, websiteId: number): Promise<CollectionName[]> {
  return prisma.collection.findMany({
    where: { websiteId },
    orderBy: [{ name: 'asc' }, { collectionId: 'asc' }],
    select: { collectionId: true, name: true },
  });
}
