import { askedWords, unspacedQuery } from '../../catalog/query/asked-words.store.js';
import type { FormatClass } from '../../domain/lending-period.js';
import { isbnsIn, normalizedIdentifier } from '../../domain/normalized-identifier.js';
import { parseTitleId } from '../../domain/titles/title-id.js';

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

/** SQL for what the `filterValues`, from $2 on, let through of the queues `q` of the library $1 and their titles `t`. */
export const FILTERED = `
  AND ($2::text IS NULL OR t.title ILIKE $2)
  AND ($3::text IS NULL OR t.words @@ ${CREATOR_WORDS} AND ts_filter(t.words, '{b}') @@ ${CREATOR_WORDS})
  AND ($4::text[] IS NULL OR t.identifiers && $4::text[] OR t.reserve_id = $5::uuid OR t.cross_ref_id = $6::int)
  AND ($7::text IS NULL OR t.format_class = $7)
  AND ($8::text IS NULL OR q.reserve_id IN (
    SELECT has.reserve_id FROM copies has WHERE has.website_id = $1 AND has.collection_id = $8))`;

/** The values of `FILTERED`. */
export function filterValues(filters: QueueFilters): unknown[] {
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
