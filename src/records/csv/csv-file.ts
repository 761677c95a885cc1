import type { Line } from '../engine/lines.js';
import { type CsvKind, guessedMember } from './csv-members.js';
import { type CsvMapping, type CsvRecord, headerProblem, recordsBy } from './csv-mapping.js';
import { CopiesRows, type TitleFinder } from './copies-rows.js';
import { type CsvRow, MAX_CSV_COLUMNS, readRows } from './csv-rows.js';

/** What is known of a CSV file before it is read. */
export interface CsvSource {
  readonly kind: CsvKind;
  readonly websiteId: number;
  /** Recognized if undefined. */
  readonly encoding: string | undefined;
  readonly mappingOf: (columns: readonly string[]) => CsvMapping;
  readonly findTitles: TitleFinder;
}

/** Completes "row N …". */
const NOT_OF_ENCODING = 'has characters that its encoding does not have: say in which encoding the file is';

/** A CSV file as the lines of records that it stands for, each with the number of its row. */
export class CsvFile {
  /** Names of the columns; empty before the header is read. */
  columns: readonly string[] = [];
  mapping: CsvMapping = [];
  /** Cells of the rows that the import has read and not yet applied. */
  private readonly pending = new Map<number, readonly string[]>();
  private copies: CopiesRows | undefined;
  private pins: ReadonlySet<string> = new Set();

  constructor(
    private readonly input: AsyncIterable<Buffer>,
    private readonly source: CsvSource,
  ) {}

  async *lines(): AsyncGenerator<Line> {
    const { kind, websiteId, encoding } = this.source;
    let toRecord: ((cells: readonly string[]) => CsvRecord) | undefined;
    let bytes = 0;
    for await (const { number, endsAt, ...row } of readRows(this.input, encoding)) {
      bytes = endsAt;
      if (toRecord !== undefined && 'cells' in row) {
        yield { number, endsAt, ...this.lineOf(number, row.cells, toRecord) };
        continue;
      }
      const rejection = 'cells' in row ? this.readHeader(row.cells) : row.rejection;
      // Nothing of such a file can be used, or nothing after this row.
      if (rejection !== undefined) {
        yield { number, endsAt, rejection };
        return;
      }
      toRecord = recordsBy(kind, websiteId, this.mapping, this.columns);
      this.copies = kind === 'copies' ? new CopiesRows(websiteId, this.mapping) : undefined;
    }
    if (this.copies === undefined) return;
    for await (const line of this.copies.counted(this.source.findTitles)) yield { ...line, endsAt: bytes };
  }

  /** The cells of a row that was rejected. None if it could not be told from the next ones. */
  cellsOf(row: number): readonly string[] {
    return this.pending.get(row) ?? [];
  }

  /** Those that may be kept. */
  cellsWithoutPin(row: number): readonly string[] {
    return withoutPin(this.cellsOf(row), this.pins, this.columns);
  }

  /** All rows so far are applied, or rejected, but for these. */
  forget(waiting: ReadonlySet<number> = new Set()): void {
    for (const row of this.pending.keys()) if (!waiting.has(row)) this.pending.delete(row);
  }

  private readHeader(cells: readonly string[]): string | undefined {
    const { kind, mappingOf } = this.source;
    const problem = columnsProblem(cells);
    if (problem !== undefined) return problem;
    this.columns = cells.map((cell) => cell.trim());
    this.mapping = mappingOf(this.columns);
    this.pins = pinColumns(this.columns, this.mapping);
    return headerProblem(kind, this.mapping, this.columns);
  }

  private lineOf(
    number: number,
    cells: readonly string[],
    toRecord: (cells: readonly string[]) => CsvRecord,
  ): { readonly held: number } & ({ readonly text: string } | { readonly rejection: string }) {
    // Single copies are corrected in the whole file: some rows of a title alone would be all of its copies.
    if (this.copies?.areCounted !== true) this.pending.set(number, cells);
    const held = cells.reduce((sum, cell) => sum + cell.length, cells.length);
    if (cells.length !== this.columns.length)
      return { held, rejection: `has ${cells.length} cells, and the header ${this.columns.length}` };
    if (cells.some((cell) => cell.includes('\uFFFD'))) return { held, rejection: NOT_OF_ENCODING };
    const record = toRecord(cells);
    return { held, ...(this.copies?.lineOf(number, record) ?? { text: JSON.stringify(record) }) };
  }
}

function columnsProblem(cells: readonly string[]): string | undefined {
  return cells.length > MAX_CSV_COLUMNS ? `has more than ${MAX_CSV_COLUMNS} columns` : undefined;
}

/** The columns that have PINs. One that is not imported may have them, too: then its name says so. */
export function pinColumns(columns: readonly string[], mapping: CsvMapping): ReadonlySet<string> {
  const imported = new Set(mapping.map(({ column }) => column));
  const others = columns.filter((column) => !imported.has(column));
  return new Set([
    ...mapping.flatMap(({ column, member }) => (member === 'pin' && column !== null ? [column] : [])),
    ...others.filter((column) => guessedMember('patrons', column) === 'pin'),
  ]);
}

/** The cells of a row, but for the PIN. In a row with too many or too few cells it may be any of them. */
export function withoutPin(
  cells: readonly string[],
  pins: ReadonlySet<string>,
  columns: readonly string[],
): readonly string[] {
  const isShifted = pins.size > 0 && cells.length !== columns.length;
  return cells.map((cell, index) => (isShifted || pins.has(columns[index] ?? '') ? '' : cell));
}

/** The begin of a CSV file: what staff see before its rows are applied. */
export interface CsvSample {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Why the file cannot be used, or is not read further. Completes "row N …". */
  readonly problem: string | undefined;
}

const ROWS_SHOWN = 10;
/** Further rows come too late for the sample. */
const CHARACTERS_READ = 1024 * 1024;
/** A page is for people. */
const CHARACTERS_SHOWN = 1_000;

export async function readSample(
  input: AsyncIterable<Buffer>,
  encoding: string | undefined,
): Promise<CsvSample> {
  const rows: (readonly string[])[] = [];
  let columns: readonly string[] | undefined;
  for await (const row of readRows(input, encoding, CHARACTERS_READ)) {
    const problem = problemOf(row, columns === undefined);
    if (problem !== undefined)
      return { columns: columns ?? [], rows, problem: `Row ${row.number} ${problem}.` };
    const cells = 'cells' in row ? row.cells : [];
    if (columns === undefined) columns = cells.map((cell) => cell.trim());
    else rows.push(cells.map((cell) => cell.slice(0, CHARACTERS_SHOWN).toWellFormed()));
    if (rows.length === ROWS_SHOWN) break;
  }
  const problem = columns === undefined ? 'There is nothing in the file.' : undefined;
  return { columns: columns ?? [], rows, problem };
}

function problemOf(row: CsvRow, isHeader: boolean): string | undefined {
  if ('rejection' in row) return row.rejection;
  return isHeader ? columnsProblem(row.cells) : undefined;
}
