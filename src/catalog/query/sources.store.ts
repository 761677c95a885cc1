import { UPDATED_AT_SECONDS } from '../../circulation/updated-at.store.js';
import type { OpenCollections } from '../collections/collections.store.js';
import { type SqlCondition, conditionsOf, DATED, type TableAliases, viewedCopies } from './filters.store.js';
import type { Parameters } from './parameters.store.js';
import type { ChangesSince, Filters, KeySorting } from './search.js';
import { keysOf, type OrderedKey, TIME } from './sort-keys.store.js';

/** The titles of a search, before they are ordered. */
export interface View {
  readonly collections: OpenCollections;
  readonly filters: Filters;
  /** A tsquery; undefined: the search has no words. */
  readonly query: string | undefined;
  readonly changes: readonly ChangesSince[];
}

/** A part of the titles of a search. No title is in two sources. */
export interface TitleSource {
  readonly from: string;
  readonly where: readonly string[];
  /** SQL for the title's identifier, in the table that has the index of this order. */
  readonly identifier: string;
  /** SQL for the keys of the order. */
  readonly keys: readonly string[];
  /** Its titles are those that the collections no longer have. */
  readonly isWithdrawn: boolean;
}

export interface OrderedTitles {
  readonly keys: readonly OrderedKey[];
  readonly sources: readonly TitleSource[];
}

/** Titles in the order of `sortings`; without any, in that of their identifiers, which never change. */
export function orderedTitles(
  view: View,
  sortings: readonly KeySorting[],
  parameters: Parameters,
): OrderedTitles {
  const keys = keysOf(sortings);
  const conditions = viewConditions(view, parameters);
  const source = (first: SqlCondition[], own: readonly OrderedKey[]): TitleSource =>
    sourceOf(view, [...first, ...conditions], own, parameters);
  if (sortings[0]?.by !== 'dateadded') return { keys, sources: [source([], keys)] };
  // Two tables have the dates, each with its index.
  const [dateAdded, ...others] = keys as [OrderedKey, ...OrderedKey[]];
  const dated = { ...dateAdded, sql: DATED, needs: ['t'] } as const;
  const undated = { ...dateAdded, sql: 'q.added_at', needs: ['q'] } as const;
  return {
    keys,
    sources: [
      source([{ sql: `${DATED} IS NOT NULL`, needs: ['t'] }], [dated, ...others]),
      source([{ sql: `${DATED} IS NULL`, needs: ['t'] }], [undated, ...others]),
    ],
  };
}

const CHANGED: Readonly<Record<ChangesSince['of'], string>> = {
  any: 'q.changed_at',
  title: 'q.title_changed_at',
};

/**
 * An update has the time at which its transaction began, but is visible only after it has ended. This is far more than a transaction takes:
 * statements of requests are cut off after seconds, and an import's transaction has at most 1,000 records.
 */
const TRANSACTION_SECONDS = 60;

/**
 * How far before the time asked for a later update may lie. A patron's change has its minute as the time; so has the withdrawal of a title
 * whose last copy a patron returned.
 */
const LOOK_BACK_SECONDS: Readonly<Record<ChangesSince['of'] | 'withdrawn', number>> = {
  any: UPDATED_AT_SECONDS + TRANSACTION_SECONDS,
  title: TRANSACTION_SECONDS,
  withdrawn: UPDATED_AT_SECONDS + TRANSACTION_SECONDS,
};

function firstUpdatedAtOf({ since }: ChangesSince, of: keyof typeof LOOK_BACK_SECONDS): Date {
  return new Date(since.getTime() - LOOK_BACK_SECONDS[of] * 1000);
}

/** Titles in the order of their changes, including withdrawn ones. */
export function changedTitles(
  view: View,
  changes: readonly [ChangesSince, ...ChangesSince[]],
  parameters: Parameters,
): OrderedTitles {
  const sql = CHANGED[changes[0].of];
  const keys: OrderedKey[] = [{ sql, type: TIME, needs: ['q'], isFalling: false }];
  const present = sourceOf(view, viewConditions(view, parameters), keys, parameters);
  return { keys, sources: [present, withdrawnSource(view, changes, parameters)] };
}

function viewConditions({ filters, query, changes }: View, parameters: Parameters): SqlCondition[] {
  const words: SqlCondition[] =
    query === undefined ? [] : [{ sql: `t.words @@ ${parameters.add(query)}::tsquery`, needs: ['t'] }];
  const changed = changes.map((change): SqlCondition => ({
    sql: `${CHANGED[change.of]} >= ${parameters.add(firstUpdatedAtOf(change, change.of))}::timestamptz`,
    needs: ['q'],
  }));
  return [...conditionsOf(filters, parameters), ...words, ...changed];
}

function sourceOf(
  { collections, filters }: View,
  conditions: readonly SqlCondition[],
  keys: readonly OrderedKey[],
  parameters: Parameters,
): TitleSource {
  const needs = new Set([...conditions, ...keys].flatMap((each): TableAliases => each.needs));
  const copies = viewedCopies(collections, filters, parameters);
  const where = conditions.map(({ sql }) => sql);
  const rest = { keys: keys.map(({ sql }) => sql), isWithdrawn: false };
  if (needs.size === 0) {
    // The copies alone, in the order of their index: nothing else is needed.
    const from = `(SELECT DISTINCT c.reserve_id FROM copies c WHERE ${copies}) v`;
    return { from, where, identifier: 'v.reserve_id', ...rest };
  }
  const isOfQueue = !needs.has('t') || keys[0]?.needs.includes('t') === false;
  const identifier = isOfQueue ? 'q.reserve_id' : 't.reserve_id';
  const ofLibrary = needs.has('q') ? [`q.website_id = ${parameters.add(collections.websiteId)}`] : [];
  const ofView = `EXISTS (SELECT FROM copies c WHERE ${copies} AND c.reserve_id = ${identifier})`;
  return {
    from: tablesOf(needs),
    where: [...where, ...ofLibrary, ofView],
    identifier,
    ...rest,
  };
}

function tablesOf(needs: ReadonlySet<TableAliases[number]>): string {
  if (!needs.has('q')) return 'title t';
  return needs.has('t') ? 'title t JOIN title_queue q ON q.reserve_id = t.reserve_id' : 'title_queue q';
}

/**
 * Titles that a collection no longer has, except those that another collection of the view has. Only what is stored here is known of such a
 * title, so only these two filters apply.
 */
function withdrawnSource(
  { collections, filters: { crossRefId, mediaTypes } }: View,
  changes: readonly ChangesSince[],
  parameters: Parameters,
): TitleSource {
  const [websiteId, collectionIds] = [
    parameters.add(collections.websiteId),
    parameters.add(collections.collectionIds),
  ];
  const where = [
    `w.website_id = ${websiteId} AND w.collection_id = ANY (${collectionIds}::text[])`,
    ...changes.map(
      (change) => `w.withdrawn_at >= ${parameters.add(firstUpdatedAtOf(change, 'withdrawn'))}::timestamptz`,
    ),
    ...(crossRefId === undefined ? [] : [`w.cross_ref_id = ${parameters.add(crossRefId)}::int`]),
    ...(mediaTypes === undefined ? [] : [`w.format_class = ANY (${parameters.add(mediaTypes)}::text[])`]),
    `NOT EXISTS (
       SELECT FROM copies c WHERE c.website_id = ${websiteId} AND c.reserve_id = w.reserve_id
         AND c.collection_id = ANY (${collectionIds}::text[]))`,
  ];
  return {
    from: `(SELECT w.reserve_id, max(w.withdrawn_at) AS withdrawn_at FROM withdrawn_title w
      WHERE ${where.join(' AND ')} GROUP BY w.reserve_id) gone`,
    where: [],
    identifier: 'gone.reserve_id',
    keys: ['gone.withdrawn_at'],
    isWithdrawn: true,
  };
}
