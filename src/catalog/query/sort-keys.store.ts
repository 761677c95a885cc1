import { isStorable } from '../../platform/database/storable-text.js';
import { DATED, type TableAliases } from './filters.store.js';
import type { KeySorting } from './search.js';

/** A value that titles are sorted by. It is never null, so comparing keys tells whether a title is behind another. */
export interface SortKey {
  /** SQL over a title `t` and its queue `q`, as in the index, where there is one. */
  readonly sql: string;
  readonly type: KeyType;
  readonly needs: TableAliases;
}

/** A key with its direction. */
export interface OrderedKey extends SortKey {
  readonly isFalling: boolean;
}

/** Writes a key into a cursor, as text, and reads it. */
export interface KeyType {
  /** SQL for the text of a key. */
  readonly write: (key: string) => string;
  /** SQL for the key, from a parameter with its text. */
  readonly read: (parameter: string) => string;
  /** Whether `read` accepts the text. A client may have forged the cursor. */
  readonly isKey: (text: string) => boolean;
}

const MAX_KEY_LENGTH = 250;

const TEXT: KeyType = {
  write: (key) => key,
  read: (parameter) => `${parameter}::text`,
  isKey: (text) => [...text].length <= MAX_KEY_LENGTH && isStorable(text),
};

const INTEGER = /^(?:0|-?[1-9]\d{0,17})$/;

function integers(
  min: number,
  max: number,
  forms: Pick<KeyType, 'write' | 'read'> = {
    write: (key) => `${key}::text`,
    read: (parameter) => `${parameter}::int`,
  },
): KeyType {
  return { ...forms, isKey: (text) => INTEGER.test(text) && Number(text) >= min && Number(text) <= max };
}

const MAX_INTEGER = 2_147_483_647;
const WHOLE = integers(0, MAX_INTEGER);

/** Rounded as in the comparison, so that the text and the number are equal. */
const STARS: KeyType = {
  write: (key) => `${key}::text`,
  read: (parameter) => `${parameter}::float8`,
  isKey: (text) => /^-?\d(?:\.\d{1,17})?(?:e-\d{1,2})?$/.test(text),
};

/** From the year 1 to 9999, counted from 1970. */
const DAYS = integers(-719_162, 2_932_896, {
  write: (key) => `(${key} - date '1970-01-01')::text`,
  read: (parameter) => `(date '1970-01-01' + ${parameter}::int)`,
});

const SECONDS_FROM_YEAR_1 = 62_135_596_800;
const SECONDS_TO_YEAR_10000 = 253_402_300_800;

/** In microseconds: in milliseconds, a page would begin with the last title of the page before. */
export const TIME = integers(-SECONDS_FROM_YEAR_1 * 1e6, SECONDS_TO_YEAR_10000 * 1e6, {
  write: (key) => `(extract(epoch FROM ${key}) * 1000000)::bigint::text`,
  read: (parameter) =>
    `(timestamptz 'epoch' + ${parameter}::bigint / 1000000 * interval '1 second' ` +
    `+ ${parameter}::bigint % 1000000 * interval '1 microsecond')`,
});

const TITLE: SortKey = { sql: 'COALESCE(t.sort_key, t.title_key)', type: TEXT, needs: ['t'] };

/** A title without author or publisher comes last, one without rating or day of publication first. */
const KEYS: Readonly<Record<KeySorting['by'], SortKey>> = {
  title: TITLE,
  author: { sql: `COALESCE(t.author_sort_key, t.author_key, U&'\\+10FFFF')`, type: TEXT, needs: ['t'] },
  dateadded: { sql: `COALESCE(${DATED}, q.added_at)`, type: TIME, needs: ['t', 'q'] },
  popularity: { sql: 'q.popularity', type: WHOLE, needs: ['q'] },
  rating: { sql: 'COALESCE(t.star_rating, -1)', type: STARS, needs: ['t'] },
  publisher: {
    sql: `COALESCE(left(search_fold(t.publisher), ${MAX_KEY_LENGTH}) COLLATE "C", U&'\\+10FFFF')`,
    type: TEXT,
    needs: ['t'],
  },
  publication_date: { sql: `COALESCE(t.publish_date, '0001-01-01'::date)`, type: DAYS, needs: ['t'] },
};

/** Titles of one author are sorted by title, unless another order follows. */
export function keysOf(sortings: readonly KeySorting[]): OrderedKey[] {
  const author = sortings.find(({ by }) => by === 'author');
  const byTitle = sortings.some(({ by }) => by === 'title');
  const all = author === undefined || byTitle ? sortings : [...sortings, { ...author, by: 'title' as const }];
  return all.map(({ by, isReversed }) => ({ ...KEYS[by], isFalling: isReversed }));
}

/** The identifier comes last, in the direction of the last key, so that no two titles share a place. */
export function orderBy(keys: readonly Pick<OrderedKey, 'sql' | 'isFalling'>[], identifier: string): string {
  const isFalling = keys.at(-1)?.isFalling ?? false;
  return [...keys, { sql: identifier, isFalling }]
    .map((key) => (key.isFalling ? `${key.sql} DESC` : key.sql))
    .join(', ');
}
