import { IsBoolean, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { isbnsIn } from '../domain/normalized-identifier.js';
import { ANY_TEXT } from '../http/fields/request-class.js';
import { IsTime, parseTime } from '../http/fields/time.js';
import { IsReadable } from '../http/fields/validators.js';
import type { Principal } from '../http/authorization/principal.decorator.js';
import { isStorable, searchedText } from '../platform/database/storable-text.js';
import { FILTERS, readFilters } from './filters.js';
import { parseCursor } from './query/cursor.js';
import { CURSOR } from './query/foreign-cursor.js';
import type { RawSearchParameters } from './query/raw-search-parameters.js';
import type { ChangesSince, Filters, Search, Sorting } from './query/search.js';
import { parseSortings, SORTINGS, sortText } from './sortings.js';

const MAX_FORMATS = 50;
const MAX_FORMAT_LENGTH = 200;
const MAX_PAGE_SIZE = 300;
/** The limit for short records, which programs ask for (decision 8). */
const MAX_SHORT_PAGE_SIZE = 2_000;
const DEFAULT_PAGE_SIZE = 25;
const MAX_OFFSET = 1_000_000_000;

/** Undefined: some of the text cannot be in a title. */
function parseWords(text: string): string | undefined {
  return isStorable(text) ? searchedText(text) : undefined;
}

function parseFormats(text: string): string[] | undefined {
  const ids = text.split(',').map((id) => id.trim());
  const areAllowed = ids.every((id) => id !== '' && id.length <= MAX_FORMAT_LENGTH && isStorable(id));
  return areAllowed && ids.length <= MAX_FORMATS ? [...new Set(ids)] : undefined;
}

/** A filter is never refused: see `readFilters`. */
function IsFilter(message: string, example: string): PropertyDecorator {
  return IsString({ message, context: { example } });
}

/** What to look for in the catalog. A template variable that was left empty, or as `{name}`, is absent. */
export class SearchQuery {
  /**
   * Words in title, creators and subjects, all of them; the last may be the beginning of one. Or an ISBN, in
   * either form, with or without hyphens. Only the first 500 characters count. Absent: all titles.
   */
  @IsOptional()
  @IsReadable(parseWords, {
    message: 'text without NUL',
    context: { example: 'jane eyr' },
  })
  q?: string;

  /**
   * How many titles to return; 25 by default, 300 at most, or 2,000 for a client with `minimum`. Who asks for
   * more gets as many as that.
   */
  @IsOptional()
  @IsInt({ context: { example: String(DEFAULT_PAGE_SIZE) } })
  @Min(1)
  @Max(MAX_OFFSET)
  limit?: number;
  /** True: short records, which have only what names a title. */
  @IsOptional() @IsBoolean() minimum?: boolean;
  /** How many titles of the result to skip. */
  @IsOptional() @IsInt() @Min(0) @Max(MAX_OFFSET) offset?: number;
  /** A cursor: behind which title the page begins. Follow the link `next`, which has it. */
  @IsOptional() @IsReadable(parseCursor, CURSOR) after?: string;

  /** Only titles that come in one of these. */
  @IsOptional()
  @IsReadable(parseFormats, {
    message: `1 to ${MAX_FORMATS} formats such as ebook-epub-adobe, with commas between`,
    context: { example: 'ebook-epub-adobe,ebook-kindle' },
  })
  formats?: string;

  /**
   * Several orders, the first of which counts most; unknown ones are ignored. Absent: by relevance, or by `id`
   * when there are no words.
   */
  @IsOptional() @IsString({ message: SORTINGS, context: { example: 'title:asc' } }) sort?: string;

  /** True: only titles of which a copy is free. */
  @IsOptional() @IsBoolean() availability?: boolean;
  /** Only this title. */
  @IsOptional() @IsFilter('a crossRefId', '100001') crossRefId?: string;
  /** Only titles with this ISBN or other identifier, with or without hyphens. */
  @IsOptional() @IsFilter('an ISBN or another identifier', '978-0-14-143947-1') identifier?: string;
  /** Only titles with all these words in the title itself. */
  @IsOptional() @IsFilter(ANY_TEXT, 'jane eyre') title?: string;
  /** Only titles with all these words in the names of their creators. */
  @IsOptional() @IsFilter(ANY_TEXT, 'charlotte bronte') creator?: string;
  /** Only titles of this series, without regard to case and accents. */
  @IsOptional() @IsFilter(ANY_TEXT, 'Earthsea') series?: string;
  /** Only titles with all these words in their subjects. */
  @IsOptional() @IsFilter(ANY_TEXT, 'historical fiction') subject?: string;
  /** Only titles in one of these languages. */
  @IsOptional() @IsFilter('language codes, with commas between', 'en,fr') language?: string;
  /** Only titles of one of these media. */
  @IsOptional() @IsFilter('media types, with commas between', 'eBook,Audiobook') mediaTypes?: string;
  /**
   * Only titles with all of these terms of Readium's accessibility metadata: a sense that alone suffices for all of the title (`textual`: it
   * can be read aloud), a feature (`displayTransformability`, `alternativeText`) or a hazard (`noFlashingHazard`). Nothing is known of other
   * titles, or less.
   */
  @IsOptional()
  @IsFilter('terms, with commas between', 'textual,noFlashingHazard')
  accessibility?: string;
  /** Only titles that were added within so many days. */
  @IsOptional() @IsFilter('a number of days', '90') daysSinceAdded?: string;
  /**
   * Only titles whose metadata or ownership changed since then, in the order of their changes, with those that
   * were withdrawn.
   */
  @IsOptional() @IsTime() lastTitleUpdateTime?: string;
  /** The same for any change, that of availability included. */
  @IsOptional() @IsTime() lastUpdateTime?: string;
}

export function searchOf(query: SearchQuery, principal: Principal): Search {
  const { minimum: isShort = false, limit = DEFAULT_PAGE_SIZE, offset = 0, after, sort } = query;
  const q = wordsIn(query);
  const changes = [
    ...changesOf('title', query.lastTitleUpdateTime),
    ...changesOf('any', query.lastUpdateTime),
  ];
  // Changes come in the order in which they happened, whatever order is asked for. No title contains an ISBN: among words, it means the
  // identifier.
  const isbns = q === undefined || query.identifier !== undefined ? [] : isbnsIn(q);
  const soughtWords = isbns.length > 0 ? undefined : q;
  const sortings =
    changes.length > 0 ? [] : sortingsOf(soughtWords, sort === undefined ? [] : parseSortings(sort));
  return {
    words: soughtWords,
    filters: { ...filtersOf(query), ...(isbns.length > 0 && { identifier: isbns }) },
    sorting: sortings,
    changes,
    limit: Math.min(limit, isShort && principal.clientId !== undefined ? MAX_SHORT_PAGE_SIZE : MAX_PAGE_SIZE),
    offset,
    after: after === undefined ? undefined : parseCursor(after),
    isShort,
    asked: askedOf(query, sortings),
  };
}

function changesOf(of: ChangesSince['of'], asked: string | undefined): ChangesSince[] {
  const since = asked === undefined ? undefined : parseTime(asked);
  return since === undefined ? [] : [{ of, since }];
}

/** Leaves out orders that make no difference. */
function sortingsOf(words: string | undefined, sort: readonly Sorting[]): readonly Sorting[] {
  if (words === undefined || sort[0]?.by !== 'relevance') return sort.filter(({ by }) => by !== 'relevance');
  const [relevance] = sort;
  return relevance.isReversed ? [relevance] : [];
}

function filtersOf(query: SearchQuery): Filters {
  const formats = formatsIn(query);
  return {
    ...(formats && { formats }),
    ...readFilters(query),
    onlyAvailable: query.availability ?? false,
  };
}

function wordsIn({ q }: SearchQuery): string | undefined {
  return q === undefined ? undefined : parseWords(q);
}

function formatsIn({ formats }: SearchQuery): string[] | undefined {
  return formats === undefined ? undefined : parseFormats(formats);
}

function askedOf(query: SearchQuery, sortings: readonly Sorting[]): RawSearchParameters {
  const asGiven = [...FILTERS, 'lastTitleUpdateTime', 'lastUpdateTime'] as const;
  return {
    q: wordsIn(query),
    formats: formatsIn(query)?.join(','),
    sort: sortings.length === 0 ? undefined : sortings.map(sortText).join(','),
    availability: query.availability === true ? 'true' : undefined,
    minimum: query.minimum === true ? 'true' : undefined,
    ...Object.fromEntries(asGiven.map((name) => [name, query[name]])),
  };
}
