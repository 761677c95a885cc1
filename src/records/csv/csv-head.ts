import { dayOf, isNothing, ordersOf, tidy } from './csv-cells.js';
import { type ChosenColumns, type CsvBeginning, knownNames } from './csv-columns.js';
import { type CsvMapping, headerProblem } from './csv-mapping.js';
import type { CsvKind } from './csv-members.js';
import { MAX_CSV_COLUMNS, readRows } from './csv-rows.js';

/** The beginning of a CSV file, read before its rows are used. */
export interface CsvHead extends CsvBeginning {
  /** The number of the row with the column names; titles may stand above it. */
  readonly row: number;
  /** Why the rest of the file is not read; undefined if it is. */
  readonly problem: CsvRefusal | undefined;
}

/** Why none of a file's rows can be used. */
export interface CsvRefusal {
  readonly row: number;
  /** Completes "row N …". */
  readonly message: string;
}

/** Reports may begin with their title and date. */
const ROWS_ABOVE = 20;
/** The rows, or characters, by which columns are recognized. */
const ROWS_READ = 300;
const CHARACTERS_READ = 128 * 1024;
const CHARACTERS_OF_CELL = 1_000;
/** Includes empty rows and long cells. */
const MAX_CHARACTERS_READ = 1024 * 1024;

/** @param kept mappings: a row with their columns is the header, whatever its names are */
export async function readHead(
  input: AsyncIterable<Buffer>,
  { kind, encoding }: { readonly kind: CsvKind; readonly encoding: string | undefined },
  ...kept: readonly (CsvMapping | null | undefined)[]
): Promise<CsvHead> {
  const read: { readonly number: number; readonly cells: readonly string[] }[] = [];
  let problem: CsvHead['problem'];
  let characters = 0;
  for await (const row of readRows(input, encoding, MAX_CHARACTERS_READ)) {
    if ('rejection' in row) problem = { row: row.number, message: row.rejection };
    if ('rejection' in row) break;
    // One cell more than allowed shows that there are too many.
    const some = row.cells.slice(0, MAX_CSV_COLUMNS + 1);
    const cells = some.map((cell) => cell.slice(0, CHARACTERS_OF_CELL).toWellFormed());
    read.push({ number: row.number, cells });
    characters += cells.reduce((sum, cell) => sum + cell.length, cells.length);
    if (read.length === ROWS_READ + ROWS_ABOVE || characters > CHARACTERS_READ) break;
  }
  const at = headerAmong(kind, read.slice(0, ROWS_ABOVE), kept);
  const header = read[at];
  const row = header?.number ?? 1;
  const columns = namesIn(header?.cells ?? []);
  if (!fitsOneOf(kept, kind, columns) && isRow(kind, columns))
    return { columns: [], row, rows: [], problem: { row, message: NO_NAMES } };
  if (columns.length > 1 && columns.every((name) => /^'.*'$/.test(name)))
    return { columns: [], row, rows: [], problem: { row, message: SINGLE_QUOTES } };
  const rows = read.slice(at + 1).map(({ cells }) => cells);
  return { columns, row, rows, problem };
}

/** Completes "row 1 …". It does not quote the row, which may be about a patron. */
const NO_NAMES =
  'has values, such as a day, an e-mail address or a number, where the names of the columns should be: put a row with the names above it';
const SINGLE_QUOTES = 'has its cells in single quotes: export the list with double quotes, or without';
const NUMBER_OR_ADDRESS = /^\p{L}{0,3}[-. ]?\d{4,}\p{L}?$|^[^\s@]+@[^\s@]+$/u;

/** A value such as `Active` can be a column name elsewhere. */
function isRow(kind: CsvKind, columns: readonly string[]): boolean {
  const some = columns.slice(0, MAX_CSV_COLUMNS);
  const values = some.filter(
    (cell) => NUMBER_OR_ADDRESS.test(cell) || dayOf(cell) !== undefined || ordersOf(cell).length > 0,
  ).length;
  const names = knownNames(kind, some);
  return values > 0 && (names < 2 || names <= values);
}

function fitsOneOf(
  kept: readonly (CsvMapping | null | undefined)[],
  kind: CsvKind,
  columns: readonly string[],
): boolean {
  return kept.some((mapping) => mapping != null && headerProblem(kind, mapping, columns) === undefined);
}

/** Why the file's rows cannot be used; undefined if they can. */
export function refusalOf(
  kind: CsvKind,
  { columns, row, problem }: CsvHead,
  { mapping, questions }: ChosenColumns,
): CsvRefusal | undefined {
  if (columns.length === 0) return problem;
  if (columns.length > MAX_CSV_COLUMNS) return { row, message: `has more than ${MAX_CSV_COLUMNS} columns` };
  const messages = [headerProblem(kind, mapping, columns) ?? [], ...questions].flat();
  return messages.length === 0 ? undefined : { row, message: messages.join('; it ') };
}

export const namesIn = (cells: readonly string[]): string[] =>
  cells.map((cell) => tidy(cell.slice(0, CHARACTERS_OF_CELL)).toWellFormed());

/** The first row with known names, or else the first that has about as many cells as the widest row. */
function headerAmong(
  kind: CsvKind,
  rows: readonly { readonly cells: readonly string[] }[],
  kept: readonly (CsvMapping | null | undefined)[],
): number {
  const names = rows.map(({ cells }) => namesIn(cells));
  const known = names.findIndex(
    (columns) => fitsOneOf(kept, kind, columns) || (knownNames(kind, columns) >= 2 && !isRow(kind, columns)),
  );
  if (known !== -1) return known;
  const filled = rows.map(({ cells }) => cells.filter((cell) => !isNothing(cell)).length);
  return Math.max(
    0,
    filled.findIndex((count) => count > Math.max(...filled) / 2),
  );
}
