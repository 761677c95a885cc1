import * as z from 'zod';
import { parseLine } from '../engine/line-json.js';
import { memberAt } from '../engine/record-reader.js';
import * as is from '../engine/schema-rules.js';
import { ownSource } from '../naming/title-source.js';
import { codedMembers, type CsvKind, guessedMember, memberNames, memberOf, REQUIRED } from './csv-members.js';
import { MAX_CSV_COLUMNS } from './csv-rows.js';

/** Which member of the record a column becomes. */
export interface MappedColumn {
  /** As the header calls it. Null: the member is the same in every row. */
  readonly column: string | null;
  readonly member: string;
  /** What stands for a value of the column; `*` stands for any other, and for none. */
  readonly values: Readonly<Record<string, string>>;
}

/** From the columns of a CSV file to the members of records; other columns are not read. */
export type CsvMapping = readonly MappedColumn[];

/** What a mapping file, or a request, has wrong. The message is a sentence without values. */
export class MappingProblem extends Error {
  override readonly name = 'MappingProblem';
}

/** In values: any other value, and none. */
export const ANY = '*';
const MAX_VALUES = 1_000;
const MAX_TEXT_LENGTH = 1_000;

const text = is.text(MAX_TEXT_LENGTH, 0);
const values = z
  .record(text, text, is.mustBe('an object of texts'))
  .refine((all) => Object.keys(all).length <= MAX_VALUES, {
    error: `must have at most ${MAX_VALUES} values`,
  });

function schemaOf(kind: CsvKind): z.ZodType<CsvMapping> {
  const column = is.strict(
    {
      column: is.optional(is.text(MAX_TEXT_LENGTH), null),
      member: is.oneOf(memberNames(kind)),
      values: is.optional(values, {}),
    },
    'an object with column and member',
  );
  return is.list(column, 2 * MAX_CSV_COLUMNS).refine((all) => isUnambiguous(kind, all), {
    error: 'must not have two columns for one member, unless it is a list, and no column twice for one',
  });
}

/** A list takes each column once: a cell that is read many times would keep the process busy. */
function isUnambiguous(kind: CsvKind, mapping: CsvMapping): boolean {
  const targets = mapping.map(({ column, member }) => {
    const isList = memberOf(kind, member).isList === true;
    return JSON.stringify([recordMember(member), isList ? column : null]);
  });
  return new Set(targets).size === targets.length;
}

/** @throws MappingProblem */
export function readMapping(kind: CsvKind, given: unknown): CsvMapping {
  const { data, error } = schemaOf(kind).safeParse(given);
  if (data !== undefined) return data;
  const problems = error.issues.map(({ path, message }) => `${memberAt(['columns', ...path])} ${message}`);
  throw new MappingProblem(`${problems.slice(0, is.MAX_ISSUES).join('; ')}.`);
}

/**
 * A file is a list of columns, or the short form `{"column": "member"}`.
 * @throws MappingProblem
 */
export function readMappingFile(kind: CsvKind, content: string): CsvMapping {
  const parsed = parseLine(content);
  if ('problem' in parsed) throw new MappingProblem(`The mapping ${parsed.problem}.`);
  const short = z.record(z.string(), z.unknown()).safeParse(parsed.value);
  const columns = short.success
    ? Object.entries(short.data).map(([column, member]) => ({ column, member }))
    : parsed.value;
  return readMapping(kind, columns);
}

/** The first of the kept mappings that fits the file; else a guess. */
export function chooseMapping(
  kind: CsvKind,
  columns: readonly string[],
  ...kept: readonly (CsvMapping | null | undefined)[]
): CsvMapping {
  const fitting = kept.find(
    (mapping) => mapping != null && headerProblem(kind, mapping, columns) === undefined,
  );
  return fitting ?? guessMapping(kind, columns);
}

/** From the names of the columns. Of several that could be one member, the first is. */
export function guessMapping(kind: CsvKind, columns: readonly string[]): CsvMapping {
  const taken = new Set<string>();
  return columns.flatMap((column) => {
    const member = guessedMember(kind, column);
    if (member === undefined || taken.has(member)) return [];
    taken.add(member);
    return [{ column, member, values: {} }];
  });
}

/** Why no row of a file can become a record, if so. Completes "row 1 …". */
export function headerProblem(
  kind: CsvKind,
  mapping: CsvMapping,
  columns: readonly string[],
): string | undefined {
  const given = mapping.filter(({ column, values }) =>
    column === null ? ANY in values : columns.includes(column),
  );
  const members = given.map(({ member }) => member);
  const missing = REQUIRED[kind].find((oneOf) => !oneOf.some((name) => members.includes(name)));
  if (missing !== undefined)
    return `has no column for ${missing.join(' or ')}: say in a mapping which one it is`;
  const twice = given.find(
    ({ column }) => column !== null && columns.indexOf(column) !== columns.lastIndexOf(column),
  );
  return twice && `has the column ${JSON.stringify(twice.column)} twice`;
}

/** One record as JSON says it. Empty cells are absent: what is stored stays. */
export type CsvRecord = Readonly<Record<string, unknown>>;

/** A function that makes a record of a row's cells. */
export function recordsBy(
  kind: CsvKind,
  websiteId: number,
  mapping: CsvMapping,
  columns: readonly string[],
): (cells: readonly string[]) => CsvRecord {
  const sources = mapping.map(({ column, member, values }) => {
    const { isList, read, always } = memberOf(kind, member);
    return {
      at: column === null ? -1 : columns.indexOf(column),
      member: recordMember(member),
      values: always === undefined ? values : { [ANY]: always },
      ...{ isList, read },
    };
  });
  return (cells) => {
    const members: Record<string, unknown> = {};
    for (const { at, member, values, isList, read } of sources) {
      const translate = (cell: string): string => translated(cell, values);
      const value =
        isList === true
          ? (read(trimmed(cells[at])) as string[]).map(translate)
          : translate(trimmed(cells[at]));
      if (Array.isArray(value)) {
        const list = (members[member] ??= []) as string[];
        for (const each of value) list.push(each);
      } else if (value !== '') members[member] = read(value);
    }
    return FINISHED[kind](members, websiteId);
  };
}

const trimmed = (cell = ''): string => cell.trim();

function translated(value: string, values: MappedColumn['values']): string {
  if (Object.hasOwn(values, value)) return values[value] ?? value;
  return values[ANY] ?? value;
}

/** `expiresOn:day-first` is `expiresOn`. */
function recordMember(member: string): string {
  return member.split(':', 1)[0] ?? member;
}

type Members = Record<string, unknown>;

const FINISHED: Readonly<Record<CsvKind, (members: Members, websiteId: number) => CsvRecord>> = {
  patrons: ({ cardNumber, cardNumbers, ...members }, websiteId) => ({
    record: 'patron',
    websiteId,
    ...members,
    ...(cardNumber !== undefined && { cardNumber }),
    ...(isFilled(cardNumbers) && { cardNumbers: withCard(cardNumber, cardNumbers) }),
  }),
  titles: ({ isbn, creators, formats, ...members }, websiteId) => ({
    record: 'title',
    ...withSource(members, websiteId),
    ...(members.reserveId === undefined &&
      members.externalId === undefined &&
      isFilled(isbn) && { isbn: isbn[0] }),
    ...withoutEmpty(members),
    ...(isFilled(creators) && { creators: creators.map((name) => ({ role: 'Author', name })) }),
    formats: formatsOf(isFilled(formats) ? formats : [DEFAULT_FORMATS[String(members.formatClass)]], isbn),
  }),
  copies: (members, websiteId) => ({
    record: 'copies',
    websiteId,
    ...withSource(members, websiteId),
    ...members,
  }),
};

function isFilled(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0;
}

function withoutEmpty(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
}

function withCard(cardNumber: unknown, others: readonly string[]): string[] {
  return typeof cardNumber === 'string' ? [...new Set([cardNumber, ...others])] : [...others];
}

/** A number of the library's own system names its title together with the library. */
function withSource({ externalId, source }: Members, websiteId: number): Members {
  return externalId === undefined || source !== undefined ? {} : { source: ownSource(websiteId) };
}

/** Of titles whose file does not say in which formats they come. */
const DEFAULT_FORMATS: Readonly<Record<string, string>> = {
  eBook: 'ebook-epub-open',
  Audiobook: 'audiobook-mp3',
  Video: 'video-streaming',
};

/** Clients find a title by an ISBN of its formats. */
function formatsOf(ids: readonly (string | undefined)[], isbns: unknown): unknown[] {
  const identifiers = isFilled(isbns) ? isbns.map((value) => ({ type: 'ISBN', value })) : undefined;
  return ids.flatMap((id) =>
    id === undefined ? [] : [identifiers === undefined ? { id } : { id, identifiers }],
  );
}

/** A mapping in short words, for people: `barcode is cardNumber`. Without values: one may be a PIN. */
export function describeMapping(mapping: CsvMapping): string {
  return mapping.map(({ column, member }) => `${column ?? 'every row'} is ${member}`).join(', ');
}

/** Of each member whose codes can be translated, those of the mapping, one `code = value` a line. */
export function valuesAsText(kind: CsvKind, mapping: CsvMapping): ReadonlyMap<string, string> {
  return new Map(
    codedMembers(kind).map((name) => {
      const { values = {} } = mapping.find(({ member }) => member === name) ?? {};
      return [
        name,
        Object.entries(values)
          .map((pair) => pair.join(' = '))
          .join('\n'),
      ];
    }),
  );
}
