import * as z from 'zod';
import { isBcrypt } from '../../access/sign-in/taken-over-hashes.js';
import { parseLine } from '../engine/line-json.js';
import { memberAt } from '../engine/record-reader.js';
import * as is from '../engine/schema-rules.js';
import { ownSource } from '../naming/title-source.js';
import { CellProblem, reasonOfColumn, tidy } from './csv-cells.js';
import {
  codedMembers,
  COMMENT,
  type CsvKind,
  memberNames,
  memberOf,
  partsOf,
  plainName,
  recordMember,
  REQUIRED,
} from './csv-members.js';
import { MAX_CSV_COLUMNS } from './csv-rows.js';
import { licenceIn } from './licence-cells.js';

/** Assigns a column to a member of the record. */
export interface MappedColumn {
  /** The column's name in the header. Null: the member is the same in every row. */
  readonly column: string | null;
  readonly member: string;
  /** Translations of the column's values; `*` stands for all other values and for empty cells. */
  readonly values: Readonly<Record<string, string>>;
}

/** Assigns columns of a CSV file to members of records; other columns are not read. */
export type CsvMapping = readonly MappedColumn[];

/** An error in a mapping file or a request. The message is a sentence without values. */
export class MappingProblem extends Error {
  override readonly name = 'MappingProblem';
}

/** The key in `values` for all other values and for empty cells. */
export const ANY = '*';
const MAX_VALUES = 1_000;
const MAX_TEXT_LENGTH = 1_000;

const text = is.text(MAX_TEXT_LENGTH, 0);
const values = z
  .record(text, text, is.mustBe('an object of texts'))
  .refine((all) => Object.keys(all).length <= MAX_VALUES, {
    error: `must have at most ${MAX_VALUES} values`,
  })
  .transform((all) => Object.fromEntries(Object.entries(all).map(([key, value]) => [tidy(key), value])));

function schemaOf(kind: CsvKind): z.ZodType<CsvMapping> {
  const column = is.strict(
    {
      // Names are compared in this form.
      column: is.optional(is.text(MAX_TEXT_LENGTH).transform(tidy), null),
      member: is.oneOf(memberNames(kind)),
      values: is.optional(values, {}),
    },
    'an object with column and member',
  );
  return is.list(column, 2 * MAX_CSV_COLUMNS).superRefine((all, context) => {
    const message = ambiguityIn(kind, all);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

/** A list takes each column once: a cell that is read many times would keep the process busy. */
function ambiguityIn(kind: CsvKind, mapping: CsvMapping): string | undefined {
  const taken = new Map<string, MappedColumn>();
  for (const each of mapping)
    for (const name of partsOf(each.member)) {
      const { isOfSeveral = false } = memberOf(kind, name);
      const target = JSON.stringify([recordMember(name), isOfSeveral ? each.column : null]);
      const other = taken.get(target);
      taken.set(target, each);
      if (other !== undefined)
        return `must not have both ${describeMapping([other])} and ${describeMapping([each])}: ${recordMember(name)} is of ${isOfSeveral ? 'each column once' : 'one column'}`;
    }
  return undefined;
}

/** @throws MappingProblem */
export function readMapping(kind: CsvKind, given: unknown): CsvMapping {
  const { data, error } = schemaOf(kind).safeParse(given);
  if (data !== undefined) return data;
  const problems = error.issues.map(({ path, message }) => `${memberAt(['columns', ...path])} ${message}`);
  throw new MappingProblem(`${problems.slice(0, is.MAX_ISSUES).join('; ')}.`);
}

/**
 * Accepts a list of columns, alone or as `GET …/mapping` answers it, and the short form `{"column": "member"}`.
 * @throws MappingProblem
 */
export function readMappingFile(kind: CsvKind, content: string): CsvMapping {
  const parsed = parseLine(content);
  if ('problem' in parsed) throw new MappingProblem(`The mapping ${parsed.problem}.`);
  const answered = z.strictObject({ columns: z.array(z.unknown()) }).safeParse(parsed.value);
  if (answered.success) return readMapping(kind, answered.data.columns);
  const short = z.record(z.string(), z.unknown()).safeParse(parsed.value);
  const columns = short.success
    ? Object.entries(short.data).map(([column, member]) => ({ column, member }))
    : parsed.value;
  return readMapping(kind, columns);
}

/** Why no row of a file can become a record; undefined if rows can. Completes "row 1 …". */
export function headerProblem(
  kind: CsvKind,
  mapping: CsvMapping,
  columns: readonly string[],
): string | undefined {
  const given = mapping.filter(({ column, values }) =>
    column === null ? ANY in values : columns.includes(column),
  );
  const members = given.flatMap(({ member }) => partsOf(member));
  const missing = REQUIRED[kind].find((oneOf) => !oneOf.some((name) => members.includes(name)));
  if (missing !== undefined) {
    const isSame = missing.some((name) => memberOf(kind, name).isCode) ? ', or what it is in every row' : '';
    return `has no column for ${missing.join(' or ')}: say which one it is${isSame}`;
  }
  const twice = given.find(
    ({ column }) => column !== null && columns.indexOf(column) !== columns.lastIndexOf(column),
  );
  return twice && `has the column ${JSON.stringify(twice.column)} twice`;
}

/** Drops columns that the file lacks: an empty cell can end a stored value, a missing column cannot. */
export function usedOf(mapping: CsvMapping, columns: readonly string[]): CsvMapping {
  return mapping.filter(({ column }) => column === null || columns.includes(column));
}

/** A record as JSON. Empty cells are absent, so stored values stay, unless only such a column can end them. */
export type CsvRecord = Readonly<Record<string, unknown>>;

/** A row as a record, or why it is rejected, and for which member. */
export type ReadRow =
  { readonly record: CsvRecord } | { readonly rejection: string; readonly member: string };

/** The facts needed to read rows. */
export interface RowsRead {
  readonly kind: CsvKind;
  readonly websiteId: number;
  readonly mapping: CsvMapping;
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** Today in the service's time zone. */
  readonly today: string;
}

/** Returns a function that makes a record from a row's cells. */
export function recordsBy(rows: RowsRead): (cells: readonly string[]) => ReadRow {
  const sources = usedOf(rows.mapping, rows.columns).flatMap((each) =>
    partsOf(each.member).map((name) => sourceOf(rows, each, name)),
  );
  return (cells) => {
    const members: Record<string, unknown> = {};
    for (const { at, member, isList, read } of sources)
      try {
        const value = read(tidy(cells[at]));
        if (isList) for (const each of value as unknown[]) ((members[member] ??= []) as unknown[]).push(each);
        else if (value !== undefined) members[member] = value;
      } catch (error) {
        if (error instanceof CellProblem) return { rejection: error.message, member };
        throw error;
      }
    return { record: FINISHED[rows.kind](members, rows.websiteId) };
  };
}

interface Source {
  readonly at: number;
  readonly member: string;
  /** A cell may contain several values of the member. */
  readonly isList: boolean;
  readonly read: (cell: string) => unknown;
}

function sourceOf(
  { kind, columns, today }: RowsRead,
  { column, values }: MappedColumn,
  name: string,
): Source {
  const { read, isList = false, isOfSeveral = false, always } = memberOf(kind, name);
  const table = always === undefined ? values : { [ANY]: always };
  const plain = plainName(column ?? '');
  const facts = { member: recordMember(name), column: plain, today };
  const readTranslated = (cell: string): unknown => read(translated(cell, table), facts);
  return {
    at: column === null ? -1 : columns.indexOf(column),
    member: recordMember(name),
    isList: isOfSeveral,
    read: isList
      ? (cell) => (read(cell, facts) as string[]).map((each) => translated(each, table))
      : isOfSeveral
        ? (cell) => [{ name, column: plain, reason: readTranslated(cell) } satisfies SaidOfBlock]
        : readTranslated,
  };
}

function translated(value: string, values: MappedColumn['values']): string {
  if (Object.hasOwn(values, value)) return values[value] ?? value;
  return values[ANY] ?? value;
}

/** One column's statement on whether a patron is blocked. */
interface SaidOfBlock {
  readonly name: string;
  readonly column: string;
  /** Null: not blocked. Empty: blocked without a reason. */
  readonly reason: unknown;
}

/** One blocking column is enough; a comment alone does not block. Undefined if no column tells. */
function blockFrom(said: unknown): { readonly reason: unknown } | null | undefined {
  if (said === undefined) return undefined;
  const all = said as readonly SaidOfBlock[];
  const states = all.filter(({ name }) => name !== COMMENT);
  const blocks = (states.length === 0 ? all : states).filter(({ reason }) => reason !== null);
  const [first] = blocks;
  if (first === undefined) return null;
  const reasons = [...blocks, ...all].map(({ reason }) => reason);
  return {
    reason: reasons.find((reason) => reason !== null && reason !== '') ?? reasonOfColumn(first.column),
  };
}

type Members = Record<string, unknown>;

const FINISHED: Readonly<Record<CsvKind, (members: Members, websiteId: number) => CsvRecord>> = {
  patrons: ({ cardNumber, cardNumbers, blocked, pin, ...members }, websiteId) => ({
    record: 'patron',
    websiteId,
    ...members,
    ...(pin !== undefined && { [isBcrypt(pin as string) ? 'pinHash' : 'pin']: pin }),
    ...cardsOf(cardNumber, cardNumbers),
    ...(blocked !== undefined && { blocked: blockFrom(blocked) }),
  }),
  titles: ({ isbn, creators, formats, ...members }, websiteId) => ({
    record: 'title',
    ...withSource(members, websiteId),
    ...(isUnnumbered(members) && isFilled(isbn) && { isbn: isbn[0] }),
    ...withoutEmpty(members),
    ...(isFilled(creators) && { creators: creators.map((name) => ({ role: 'Author', name })) }),
    formats: formatsOf(isFilled(formats) ? formats : [DEFAULT_FORMATS[String(members.formatClass)]], isbn),
  }),
  copies: ({ isbn, ...members }, websiteId) => ({
    record: 'copies',
    websiteId,
    ...titleIn(members, isbn, websiteId),
    ...members,
  }),
  licences: ({ isbn, ...members }, websiteId) => ({
    record: 'licence',
    websiteId,
    ...licenceIn(titleIn(members, isbn, websiteId), members),
  }),
};

/** The names of the title in a row. */
function titleIn(members: Members, isbn: unknown, websiteId: number): Members {
  const { reserveId, externalId, source } = members;
  return is.withoutAbsent({
    ...{ reserveId, externalId, source },
    ...withSource(members, websiteId),
    ...(isUnnumbered(members) && { isbn }),
  });
}

/** Whether only an ISBN names the title. */
function isUnnumbered({ reserveId, externalId }: Members): boolean {
  return reserveId === undefined && externalId === undefined;
}

function isFilled(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0;
}

function withoutEmpty(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
}

/** A cell may contain several cards. */
function cardsOf(first: unknown, others: unknown): Members {
  const cards = new Map<string, string>();
  // Cards that differ only in case are the same.
  for (const card of [...(isFilled(first) ? first : []), ...(isFilled(others) ? others : [])])
    if (!cards.has(card.toLowerCase())) cards.set(card.toLowerCase(), card);
  return {
    ...(isFilled(first) && { cardNumber: first[0] }),
    ...((cards.size > 1 || isFilled(others)) && { cardNumbers: [...cards.values()] }),
  };
}

/** A number of the library's own system identifies a title only within the library. */
function withSource({ externalId, source }: Members, websiteId: number): Members {
  return externalId === undefined || source !== undefined ? {} : { source: ownSource(websiteId) };
}

/** For titles whose file does not name their formats. */
export const DEFAULT_FORMATS: Readonly<Record<string, string>> = {
  eBook: 'ebook-epub-open',
  Audiobook: 'audiobook-mp3',
  Video: 'video-streaming',
};

/** Clients find a title by the ISBNs of its formats. */
function formatsOf(ids: readonly (string | undefined)[], isbns: unknown): unknown[] {
  const identifiers = isFilled(isbns) ? isbns.map((value) => ({ type: 'ISBN', value })) : undefined;
  return ids.flatMap((id) =>
    id === undefined ? [] : [identifiers === undefined ? { id } : { id, identifiers }],
  );
}

/** Describes a mapping to people: `barcode is cardNumber`. Leaves out values, which may be PINs. */
export function describeMapping(mapping: readonly Pick<MappedColumn, 'column' | 'member'>[]): string {
  return mapping.map(({ column, member }) => `${column ?? 'every row'} is ${member}`).join(', ');
}

/** The translations of each member that can have them, one `code = value` per line. */
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
