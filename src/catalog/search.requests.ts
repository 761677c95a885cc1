import { Field } from '../http/fields/field.decorator.js';
import { type FieldRule, trueOrFalse, wholeNumber } from '../http/fields/field-rules.js';
import { MAX_RESULT, SORTED_BY, type Search, type Sorting, defaultSorting } from './search.js';
import { isStorable } from './storable-text.js';

const MAX_WORDS_LENGTH = 500;
const MAX_FORMATS = 50;
const MAX_FORMAT_LENGTH = 200;
const MAX_PAGE_SIZE = 300;
const DEFAULT_PAGE_SIZE = 25;

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

const sorting: FieldRule<Sorting> = {
  allowed: `one of ${SORTED_BY.join(', ')}, perhaps followed by :asc or :desc`,
  schema: {
    type: 'string',
    enum: SORTED_BY.flatMap((by) => [by, `${by}:asc`, `${by}:desc`]),
    example: 'title:asc',
  },
  refusedWith: 'InvalidFieldValue',
  read: (text) => {
    const [name, direction, ...rest] = text.toLowerCase().split(':');
    const by = SORTED_BY.find((known) => known === name);
    if (by === undefined || rest.length > 0) return undefined;
    if (direction === undefined) return { by, isReversed: false };
    if (direction !== 'asc' && direction !== 'desc') return undefined;
    // The best first is a falling order: relevance:desc says the same as relevance.
    return { by, isReversed: direction === (by === 'relevance' ? 'asc' : 'desc') };
  },
};

/** What to look for in the catalog. A template variable that was left empty, or as `{name}`, is absent. */
export class SearchQuery {
  /** Words in title, creators and subjects, all of them; the last may be the beginning of one. Absent: all titles. */
  @Field(words) q?: string;
  @Field(wholeNumber(1, MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)) limit?: number;
  /** How many titles of the result to pass over. */
  @Field(wholeNumber(0, MAX_RESULT)) offset?: number;
  /** Only titles that come in one of these. */
  @Field(formats) formats?: string[];
  @Field(sorting) sort?: Sorting;
  /** True: only titles of which a copy is free. */
  @Field(trueOrFalse) availability?: boolean;
}

export function searchOf(query: SearchQuery): Search {
  const { q: words, limit = DEFAULT_PAGE_SIZE, offset = 0, formats: wanted, availability = false } = query;
  const sorting = query.sort ?? defaultSorting(words);
  return { words, formats: wanted, onlyAvailable: availability, sorting, limit, offset };
}
