import { isBcrypt, isMd5 } from '../../access/sign-in/taken-over-hashes.js';
import { isCalendarDay } from '../../domain/calendar-day.js';
import { canonicalTag } from '../../domain/languages.js';
import { type FormatClass, parseFormatClass } from '../../domain/lending-period.js';
import { isbnsIn } from '../../domain/normalized-identifier.js';
import { isPossibleEnd, MAX_BLOCK_REASON_LENGTH, typedCard, UNSEEN } from '../../domain/patron.js';
import { languageNamed } from './language-names.js';
import { FORMATS, GOOD, MONTHS, NEVER, NO, NO_PIN, NOTHING, ONLINE, REASONS, YES } from './csv-words.js';

/** Why a row cannot become any record. Completes "row N …", without the value. */
export class CellProblem extends Error {
  override readonly name = 'CellProblem';
}

/** The facts needed to read a cell. */
export interface CellFacts {
  readonly member: string;
  /** The column's name in lower-case letters and digits. */
  readonly column: string;
  /** Today in the service's time zone; a block ends before it. */
  readonly today: string;
}

/**
 * Reads a cell as JSON. Undefined: the cell says nothing, and the stored value stays; null: there is none. A text that the member cannot have is
 * returned unchanged, and the rules of records refuse it.
 */
export type CellReader = (cell: string, facts: CellFacts) => unknown;

/** Characters that are trimmed from a cell. */
const ROUND = /[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff]/;
const SEEN = /[^\s\u200b-\u200f\u202a-\u202e\u2060\ufeff]/;

/** Matches most cells, which need no work. */
const IS_TIDY = /^[!-<>-~](?:[ -~]*[!-~])?$|^$/;

/** Returns the intended text: `="0012"`, by which spreadsheets keep zeros, becomes 0012, and a Mac's decomposed letters are composed. */
export function tidy(cell = ''): string {
  if (IS_TIDY.test(cell)) return cell;
  const inner = within(cell);
  return composed(within(/^="([^"]*)"$/.exec(inner)?.[1] ?? inner));
}

/** No language puts so many marks on one letter. Sorting them takes quadratic time. */
const MANY_MARKS = /\p{M}{31}/u;

/** Composes letters with their accents. */
export function composed(cell: string): string {
  return MANY_MARKS.test(cell) ? cell : cell.normalize('NFC');
}

function within(cell: string): string {
  const start = cell.search(SEEN);
  return start === -1 ? '' : withoutEnd(cell.slice(start), ROUND);
}

/** Avoids a pattern at the end of a text, which takes quadratic time if it repeats itself. */
function withoutEnd(text: string, part: RegExp): string {
  let end = text.length;
  while (end > 0 && part.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const oneLine = (cell: string): string => cell.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** Matches `-`, `  -  -  ` and the like, too. */
export const isNothing = (cell: string): boolean =>
  /^[\s\-–—_./\\]*$/.test(cell) || NOTHING.has(cell.toLowerCase());

/** Matches 0, 0.00 and 0000-00-00, too. */
const isNo = (cell: string): boolean =>
  isNothing(cell) ||
  isNoWord(cell) ||
  GOOD.has(cell.toLowerCase()) ||
  /^(?:[.,:\s/-]+|0[0.,:T\s/-]*)$/.test(cell);

const isNoWord = (cell: string): boolean => NO.has(cell.toLowerCase());

const isYes = (cell: string): boolean => cell === '1' || YES.has(cell.toLowerCase());

export const text: CellReader = (cell) => (isNothing(cell) ? undefined : oneLine(cell));
/** A book may be called `None`. */
export const name: CellReader = (cell) => (cell === '' ? undefined : withoutIsbd(oneLine(cell)));
export const longText: CellReader = (cell) => (isNothing(cell) ? undefined : cell);
/** Drops the mark that begins the next part of a catalog description (ISBD). */
export const part: CellReader = (cell) => (isNothing(cell) ? undefined : withoutIsbd(oneLine(cell)));

function withoutIsbd(cell: string): string {
  const inner = withoutEnd(cell, /[\s/:;,=]/);
  return inner === '' ? cell : inner;
}

export const list: CellReader = (cell) => piecesOf(cell).flatMap((each) => text(each, NO_FACTS) ?? []);
/** Drops the full stop after a heading, but not that of an abbreviation. */
export const headings: CellReader = (cell) =>
  piecesOf(cell)
    .filter((each) => !isNothing(each))
    .map((each) => withoutIsbd(oneLine(each)).replace(/^([^.]*[^.\s]{3})\.$/, '$1'));

const NO_FACTS: CellFacts = { member: '', column: '', today: '' };

/** Far more than a record may have; the record is then refused. */
const MAX_PIECES = 1_000;

export function piecesOf(cell: string): string[] {
  return cell
    .split(/[|;]/, MAX_PIECES)
    .map((each) => tidy(each).replace(/^"(.*)"$/, '$1'))
    .filter((each) => each !== '');
}

export const number: CellReader = (cell) => {
  if (isNothing(cell)) return undefined;
  const digits = cell.replace(/[.,]0$/, '').replaceAll(/(?<=\d)[.,' ](?=\d{3}(?!\d))/g, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : oneLine(cell);
};

/** Refuses numbers that a spreadsheet has shortened: two patrons would get the same card. */
function requireWhole(value: string, member: string): void {
  if (/^\d+(?:[.,]\d+)?E\+\d+$|^\d+[.,]\d+E\d+$/i.test(value))
    throw new CellProblem(
      `has a ${member} that a spreadsheet has shortened, like 2.3E+13: export the list again, and open it there with this column as text, or not at all`,
    );
}

/** A number that identifies a person or a thing. */
export const code: CellReader = (cell, { member }) => {
  const value = oneLine(cell.replaceAll(UNSEEN, ''));
  if (isNothing(value)) return undefined;
  requireWhole(value, member);
  return value.replace(/^(\d+)\.0$/, '$1');
};

/** A patron may have several cards. */
export const cards: CellReader = (cell, facts) =>
  piecesOf(cell)
    .flatMap((each) => (code(each, facts) as string | undefined) ?? [])
    .map(typedCard);

/** Matches stars, and hashes that are not taken over: nobody can sign in with them. */
export const isNoPin = (cell: string): boolean => NO_PIN.some((form) => form.test(cell)) && !isBcrypt(cell);

export const pin: CellReader = (cell, { member }) => {
  if (isNothing(cell) || isNoPin(cell)) return undefined;
  requireWhole(cell, member);
  return cell;
};

/** Hashes by MD5 are taken for PINs only from a column that is said to have some. */
export const pinHash: CellReader = (cell) => {
  if (isNothing(cell) || (isNoPin(cell) && !isMd5(cell))) return undefined;
  if (!isBcrypt(cell) && !isMd5(cell)) throw new CellProblem('has a PIN that is no hash by bcrypt or MD5');
  return cell;
};

/** Restores leading zeros that a spreadsheet has removed. */
const withZeros = (digits: string): string => (/^\d{8,9}$/.test(digits) ? digits.padStart(10, '0') : digits);

/** Drops the words around each ISBN, such as `(pbk.)`. */
export const isbns: CellReader = (cell, { member }) =>
  piecesOf(cell.replaceAll(',', ';')).flatMap((each) => {
    const value = each.replaceAll(UNSEEN, '');
    if (isNothing(value)) return [];
    requireWhole(value, member);
    return [isbnsIn(withZeros(value.replace(/(?<=\d)\.0$/, '')))[0] ?? oneLine(value)];
  });

export const isbn: CellReader = (cell, facts) => (isbns(cell, facts) as string[])[0];

/** Whether the day or the month comes first, in dates that can be read both ways. */
export type DateOrder = 'day-first' | 'month-first';

/** Unambiguous forms. A time and a zone may follow. */
const PLAIN_DATES = [
  /^(?<y>\d{4})(-|\/|\. ?)(?<m>\d\d?)\2(?<d>\d\d?)(?:[T ,Z+.].*)?$/,
  /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)(?:\d{6}|[T ].*)?$/,
  /^(?<d>\d\d?)(\. ?)(?<m>\d\d?)\2(?<y>\d{4}|\d\d)(?:[ ,.].*)?$/,
  /^(?<d>\d\d?)(?:st|nd|rd|th|er|\.)?[-/ ](?:de |of )?(?<month>\p{L}{3,10})\.?,?[-/ ](?:de )?(?<y>\d{4}|\d\d)(?:[ ,].*)?$/iu,
  /^(?<month>\p{L}{3,10})\.?[-/ ](?<d>\d\d?)(?:st|nd|rd|th)?,?[-/ ](?<y>\d{4})(?:[ ,].*)?$/iu,
  /^(?<y>\d{4})年(?<m>\d\d?)月(?<d>\d\d?)日(?:[T ].*)?$/,
  /^(?<y>\d{4})[-/ ](?<month>\p{L}{3,10})[-/ ](?<d>\d\d?)(?:[ ,].*)?$/iu,
];
const EITHER_ORDER = /^(?<d>\d\d?)([-/])(?<m>\d\d?)\2(?<y>\d{4}|\d\d)(?:[ ,].*)?$/;
const MAX_DATE_LENGTH = 60;

export function dayOf(cell: string, order?: DateOrder): string | undefined {
  if (cell.length > MAX_DATE_LENGTH) return undefined;
  for (const form of PLAIN_DATES) {
    const found = form.exec(cell)?.groups;
    const day = found && dayFrom(found.y, found.m ?? monthNamed(found.month), found.d);
    if (day !== undefined) return day;
  }
  const { d: first, m: second, y } = EITHER_ORDER.exec(cell)?.groups ?? {};
  const dayFirst = dayFrom(y, second, first);
  const monthFirst = dayFrom(y, first, second);
  if (order !== undefined) return order === 'day-first' ? dayFirst : monthFirst;
  return dayFirst === undefined || dayFirst === monthFirst
    ? monthFirst
    : monthFirst === undefined
      ? dayFirst
      : undefined;
}

/** The orders in which a cell is a valid date; none if the order does not matter. */
export function ordersOf(cell: string): readonly DateOrder[] {
  const {
    d: first,
    m: second,
    y,
  } = (cell.length > MAX_DATE_LENGTH ? null : EITHER_ORDER.exec(cell))?.groups ?? {};
  const [dayFirst, monthFirst] = [dayFrom(y, second, first), dayFrom(y, first, second)];
  if (dayFirst === monthFirst) return [];
  if (dayFirst === undefined) return ['month-first'];
  return monthFirst === undefined ? ['day-first'] : ['day-first', 'month-first'];
}

/** Two-digit years from 70 on belong to the 20th century. */
const FIRST_SHORT_YEAR = 70;

function dayFrom(year?: string, month?: string, day?: string): string | undefined {
  const found = written(year, month, day);
  return isCalendarDay(found) ? found : undefined;
}

function written(year = '', month = '', day = ''): string {
  const century = Number(year) < FIRST_SHORT_YEAR ? '20' : '19';
  const whole = year.length === 2 ? `${century}${year}` : year;
  return `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Returns a day that no calendar has, such as 31/02/2027, in the form of the rules of records, which refuse it. */
function noDay(cell: string): string {
  if (cell.length > MAX_DATE_LENGTH || ordersOf(cell).length > 0) return oneLine(cell);
  const form = [...PLAIN_DATES, EITHER_ORDER].find((each) => each.test(cell));
  const { y, m, month, d } = form?.exec(cell)?.groups ?? {};
  const number = m ?? monthNamed(month);
  return number === undefined ? oneLine(cell) : written(y, number, d);
}

function monthNamed(word = ''): string | undefined {
  const at = MONTHS.findIndex((form) => form.test(word.toLowerCase().normalize('NFC')));
  return at === -1 ? undefined : String(at + 1);
}

/** Reads a last day. A cell without one ends no membership. */
export function endBy(order?: DateOrder): CellReader {
  return (cell) => {
    if (isNo(cell) || NEVER.has(cell.toLowerCase())) return null;
    const day = dayOf(cell, order);
    return day === undefined ? noDay(cell) : isPossibleEnd(day) ? day : null;
  };
}

export function dayBy(order?: DateOrder): CellReader {
  return (cell) => (isNo(cell) ? undefined : (dayOf(cell, order) ?? noDay(cell)));
}

/** A year alone stands for its first day: `2015`, `c2015.`, `[2015]`. */
export function dayOrYearBy(order?: DateOrder): CellReader {
  return (cell) => {
    const day = dayBy(order)(cell, NO_FACTS);
    const year = /^[^\d]{0,5}(1[4-9]\d\d|20\d\d)[^\d]{0,5}$/.exec(cell)?.[1];
    return year === undefined ? day : `${year}-01-01`;
  };
}

/** The reason for a block; an empty text means that none is given. */
type Block = string | null;

/** A date is the end of the block. A number counts blocks. */
export const block: CellReader = (cell, { today }): Block => {
  if (isNo(cell)) return null;
  if (isYes(cell) || NEVER.has(cell.toLowerCase())) return '';
  const orders: (DateOrder | undefined)[] = [...ordersOf(cell)];
  const ends = (orders.length === 0 ? [undefined] : orders).flatMap((order) => dayOf(cell, order) ?? []);
  // An ambiguous date is over only if it is over in both readings.
  if (ends.length > 0) return ends.some((end) => end > today) ? '' : null;
  return /^\d+$/.test(cell) ? '' : reasonIn(cell);
};
/** Any letter is a block, even `n` and `f`. */
export const blockCode: CellReader = (cell): Block =>
  isNothing(cell) || cell === '0' ? null : reasonIn(cell);
/** A patron who is not active is blocked. */
export const unlessActive: CellReader = (cell, facts): Block => {
  if (isNothing(cell) || isYes(cell)) return null;
  return cell === '0' || isNoWord(cell) ? '' : (block(cell, facts) as Block);
};
export const comment: CellReader = (cell): Block => (isNothing(cell) ? null : reasonIn(cell));

function reasonIn(cell: string): string {
  const reason = oneLine(cell);
  if (reason.length <= MAX_BLOCK_REASON_LENGTH) return reason;
  return `${reason.slice(0, MAX_BLOCK_REASON_LENGTH - 1).toWellFormed()}…`;
}

/** The reason that a blocking column's name gives. */
export const reasonOfColumn = (column: string): string =>
  (Object.hasOwn(REASONS, column) ? REASONS[column] : undefined) ?? 'Blocked';

/** Accepts a tag, a code of three letters, or a name. Koha writes `default` for patrons who have chosen none. */
export const chosenLanguage: CellReader = (cell) => {
  if (cell.toLowerCase() === 'default') return null;
  return isNothing(cell) ? undefined : languageOf(cell);
};
const UNKNOWN_LANGUAGES = ['und', 'zxx', 'mis'];

/** MARC has codes of three letters, in old records without separators. */
export const languages: CellReader = (cell) =>
  piecesOf(cell.replaceAll(/[,/]/g, ';'))
    .flatMap((each) =>
      /^(?:[a-z]{3}){2,20}$/.test(each) && languageNamed(each) === undefined
        ? (each.match(/.{3}/g) ?? [])
        : [each],
    )
    .filter((each) => !isNothing(each) && !UNKNOWN_LANGUAGES.includes(each.toLowerCase()))
    .map(languageOf);

/** Accepts `en_US.UTF-8` and `English (United States)`, too. */
function languageOf(cell: string): string {
  const plain = oneLine(cell);
  const tag = plain.replace(/\.[\w-]+$/, '').replaceAll('_', '-');
  const [beforeParenthesis = ''] = plain.split('(');
  return languageNamed(plain) ?? canonicalTag(tag) ?? languageNamed(beforeParenthesis.trim()) ?? plain;
}

export const trueOrFalse: CellReader = (cell) => {
  if (isNothing(cell)) return undefined;
  if (isYes(cell)) return true;
  return isNo(cell) ? false : oneLine(cell);
};

/** The class that all formats of a list share. */
export const formatClass: CellReader = (cell) => {
  if (isNothing(cell)) return undefined;
  const classes = formatClassesIn(cell);
  return classes.length === 1 ? classes[0] : oneLine(cell);
};

export function formatClassesIn(cell: string): FormatClass[] {
  const pieces = piecesOf(cell);
  const classes = pieces.flatMap((each) => parseFormatClass(each) ?? classIn(each) ?? []);
  if (classes.length > 0) return [...new Set(classes)];
  return pieces.some((each) => ONLINE.test(each.toLowerCase())) ? ['eBook'] : [];
}

function classIn(words: string): FormatClass | undefined {
  return FORMATS.find(([, form]) => form.test(words.toLowerCase()))?.[0];
}

/** Titles of simultaneous use have no number of copies, and no queue. */
export const copies: CellReader = (cell, facts) => {
  if (isNothing(cell) || NEVER.has(cell.toLowerCase()) || /simultaneous/i.test(cell))
    throw new CellProblem(
      'has no number of copies, as titles of simultaneous use have none: give it a number, leave it out, or import the list as licences',
    );
  return number(cell, facts);
};
