import { isbnsOf } from '../domain/normalized-identifier.js';
import { parseWholeNumber } from '../domain/numbers.js';
import { Field } from '../http/fields/field.decorator.js';
import { type FieldRule, trueOrFalse, wholeNumber } from '../http/fields/field-rules.js';
import type { Principal } from '../http/authorization/principal.decorator.js';
import { cursor as cursorRule } from './query/cursor.rule.js';
import type { Cursor } from './query/cursor.js';
import { type RequestedTime, since } from '../http/fields/since.rule.js';
import { isStorable } from './collections/storable-text.js';
import type { RawSearchParameters } from './query/raw-search-parameters.js';
import * as rules from './filter.rules.js';
import type { RequestedFilter } from './filter.rules.js';
import type { ChangesSince, Filters, Search, Sorting } from './query/search.js';
import { sorting, sortText } from './sort.rule.js';

const MAX_WORDS_LENGTH = 500;
const MAX_FORMATS = 50;
const MAX_FORMAT_LENGTH = 200;
const MAX_PAGE_SIZE = 300;
/** Of short records, for programs (decision 24). */
const MAX_SHORT_PAGE_SIZE = 2_000;
const DEFAULT_PAGE_SIZE = 25;
const MAX_OFFSET = 1_000_000_000;

const words: FieldRule<string> = {
  allowed: `text of at most ${MAX_WORDS_LENGTH} characters, without NUL`,
  schema: { type: 'string', maxLength: MAX_WORDS_LENGTH, example: 'jane eyr' },
  refusedWith: 'InvalidFieldValue',
  read: (text) => (text.length <= MAX_WORDS_LENGTH && isStorable(text) ? text : undefined),
};

const formats: FieldRule<string[]> = {
  allowed: `1 to ${MAX_FORMATS} formats such as ebook-epub-adobe, with commas between`,
  schema: { type: 'string', example: 'ebook-epub-adobe,ebook-kindle' },
  refusedWith: 'InvalidFieldValue',
  read: (text) => {
    const ids = text.split(',').map((id) => id.trim());
    const areAllowed = ids.every((id) => id !== '' && id.length <= MAX_FORMAT_LENGTH && isStorable(id));
    return areAllowed && ids.length <= MAX_FORMATS ? [...new Set(ids)] : undefined;
  },
};

/** Some clients ask for thousands at once: they get as many as a page has, and the answer's `limit` says so. */
const pageSize: FieldRule<number> = {
  allowed: `a whole number from 1 to ${MAX_OFFSET}, in plain digits`,
  schema: { type: 'integer', minimum: 1, maximum: MAX_OFFSET, example: String(DEFAULT_PAGE_SIZE) },
  refusedWith: 'InvalidFieldValue',
  read: (text) => parseWholeNumber(text, 1, MAX_OFFSET),
};

/** What to look for in the catalog. A template variable that was left empty, or as `{name}`, is absent. */
export class SearchQuery {
  /** Words in title, creators and subjects, all of them; the last may be the beginning of one. Or an ISBN. Absent: all titles. */
  @Field(words) q?: string;
  /** How many titles a page has: 25 unless asked, and no more than a page may have. */
  @Field(pageSize) limit?: number;
  /** True: only what names a title. */
  @Field(trueOrFalse) minimum?: boolean;
  /** How many titles of the result to pass over. */
  @Field(wholeNumber(0, MAX_OFFSET)) offset?: number;
  /** Where the last page ended: goes before `offset`, which then only says how far that is. */
  @Field(cursorRule) after?: Cursor;
  /** Only titles that come in one of these. */
  @Field(formats) formats?: string[];
  @Field(sorting) sort?: Sorting[];
  /** True: only titles of which a copy is free. */
  @Field(trueOrFalse) availability?: boolean;
  @Field(rules.crossRefId) crossRefId?: RequestedFilter<number>;
  @Field(rules.identifier) identifier?: RequestedFilter<string[]>;
  @Field(rules.text('jane eyre')) title?: RequestedFilter<string>;
  @Field(rules.text('charlotte bronte')) creator?: RequestedFilter<string>;
  @Field(rules.text('Earthsea')) series?: RequestedFilter<string>;
  @Field(rules.text('historical fiction')) subject?: RequestedFilter<string>;
  @Field(rules.languages) language?: RequestedFilter<string[]>;
  @Field(rules.mediaTypes) mediaTypes?: RequestedFilter<NonNullable<Filters['mediaTypes']>>;
  @Field(rules.days) daysSinceAdded?: RequestedFilter<number>;
  /** Only titles whose metadata or ownership changed since then. */
  @Field(since) lastTitleUpdateTime?: RequestedTime;
  /** Only titles of which anything changed since then. */
  @Field(since) lastUpdateTime?: RequestedTime;
}

export function searchOf(query: SearchQuery, principal: Principal): Search {
  const {
    q,
    minimum: isShort = false,
    limit = DEFAULT_PAGE_SIZE,
    offset = 0,
    after,
    sort,
    lastTitleUpdateTime,
    lastUpdateTime,
  } = query;
  const changes: ChangesSince[] = [
    ...(lastTitleUpdateTime ? [{ of: 'title', since: lastTitleUpdateTime.time } as const] : []),
    ...(lastUpdateTime ? [{ of: 'any', since: lastUpdateTime.time } as const] : []),
  ];
  // Changes come in the order in which they happened, whatever else is asked for.
  // An ISBN stands in no title: as words, it means the identifier.
  const isbns = q === undefined || query.identifier !== undefined ? [] : isbnsOf(q);
  const soughtWords = isbns.length > 0 ? undefined : q;
  const sortings = changes.length > 0 ? [] : sortingsOf(soughtWords, sort);
  return {
    words: soughtWords,
    filters: { ...filtersOf(query), ...(isbns.length > 0 && { identifier: isbns }) },
    sorting: sortings,
    changes,
    limit: Math.min(limit, isShort && principal.clientId !== undefined ? MAX_SHORT_PAGE_SIZE : MAX_PAGE_SIZE),
    offset,
    after,
    isShort,
    asked: askedOf(query, sortings),
  };
}

/** Without what makes no difference. */
function sortingsOf(words: string | undefined, sort: readonly Sorting[] = []): readonly Sorting[] {
  if (words === undefined || sort[0]?.by !== 'relevance') return sort.filter(({ by }) => by !== 'relevance');
  const [relevance] = sort;
  return relevance.isReversed ? [relevance] : [];
}

function filtersOf(query: SearchQuery): Filters {
  const { formats: wanted, availability = false, language } = query;
  const { mediaTypes, crossRefId, identifier, title, creator, subject, series, daysSinceAdded } = query;
  const filters = { mediaTypes, crossRefId, identifier, title, creator, subject, series, daysSinceAdded };
  const asked = Object.entries({ ...filters, languages: language }).flatMap(([name, filter]) =>
    filter === undefined ? [] : [[name, filter.value] as const],
  );
  return {
    ...(wanted && { formats: wanted }),
    ...Object.fromEntries(asked),
    onlyAvailable: availability,
  };
}

function askedOf(query: SearchQuery, sortings: readonly Sorting[]): RawSearchParameters {
  const filters = ['crossRefId', 'identifier', 'title', 'creator', 'series', 'subject', 'language'] as const;
  const others = ['mediaTypes', 'daysSinceAdded', 'lastTitleUpdateTime', 'lastUpdateTime'] as const;
  return {
    q: query.q,
    formats: query.formats?.join(','),
    sort: sortings.length === 0 ? undefined : sortings.map(sortText).join(','),
    availability: query.availability === true ? 'true' : undefined,
    minimum: query.minimum === true ? 'true' : undefined,
    ...Object.fromEntries([...filters, ...others].map((name) => [name, query[name]?.asked])),
  };
}
