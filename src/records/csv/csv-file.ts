import type { Line } from '../engine/lines.js';
import { isNoPin, tidy } from './csv-cells.js';
import { CopiesRows, type TitleFinder } from './copies-rows.js';
import { type CsvRefusal, namesIn } from './csv-head.js';
import { type CsvMapping, type ReadRow, recordsBy } from './csv-mapping.js';
import { type CsvKind, memberOf, plainName } from './csv-members.js';
import { readRows } from './csv-rows.js';

/** What is known of a CSV file before its rows are read. */
export interface CsvSource {
  readonly kind: CsvKind;
  readonly websiteId: number;
  /** Recognized if undefined. */
  readonly encoding: string | undefined;
  /** Names of columns: the first row that has all of them is the header. */
  readonly columns: readonly string[];
  readonly mapping: CsvMapping;
  /** The service's day. */
  readonly today: string;
  /** Why no row of it can be used, if so. */
  readonly refusal?: CsvRefusal | undefined;
  readonly findTitles: TitleFinder;
}

/** Completes "row N …". */
const NOT_OF_ENCODING = 'has characters that its encoding does not have: say in which encoding the file is';

/** A CSV file as the lines of records that it stands for, each with the number of its row. */
export class CsvFile {
  /** Cells of the rows that the import has read and not yet applied. */
  private readonly pending = new Map<number, readonly string[]>();
  private readonly copies: CopiesRows | undefined;
  private readonly pins: ReadonlySet<string>;
  /** How many PINs were none: their patrons keep theirs. */
  pinsKept = 0;
  /** Names of all columns; empty before the header is read. */
  private names: readonly string[] = [];

  constructor(
    private readonly input: AsyncIterable<Buffer>,
    private readonly source: CsvSource,
  ) {
    const { kind, websiteId, columns, mapping } = source;
    this.copies = kind === 'copies' ? new CopiesRows(websiteId, mapping) : undefined;
    this.pins = pinColumns(columns, mapping);
  }

  get columns(): readonly string[] {
    return this.names;
  }

  async *lines(): AsyncGenerator<Line> {
    const { encoding, refusal } = this.source;
    if (refusal !== undefined) {
      yield { number: refusal.row, endsAt: 0, rejection: refusal.message };
      return;
    }
    let toRecord: ((cells: readonly string[]) => ReadRow) | undefined;
    let bytes = 0;
    for await (const { number, endsAt, ...row } of readRows(this.input, encoding)) {
      bytes = endsAt;
      if ('rejection' in row) {
        yield { number, endsAt, rejection: row.rejection };
        return;
      }
      if (toRecord !== undefined) yield { number, endsAt, ...this.lineOf(number, row.cells, toRecord) };
      else if (this.isHeader(row.cells)) {
        this.names = namesIn(row.cells);
        toRecord = recordsBy({ ...this.source, columns: this.names });
      }
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

  private isHeader(cells: readonly string[]): boolean {
    const names = namesIn(cells);
    return this.source.columns.every((column) => names.includes(column));
  }

  private pinsIn(cells: readonly string[]): number {
    const pin = this.source.mapping.find(({ member }) => member === 'pin')?.column;
    return pin != null && isNoPin(tidy(cells[this.names.indexOf(pin)])) ? 1 : 0;
  }

  private lineOf(
    number: number,
    cells: readonly string[],
    toRecord: (cells: readonly string[]) => ReadRow,
  ): { readonly held: number } & ({ readonly text: string } | { readonly rejection: string }) {
    // Single copies are corrected in the whole file: some rows of a title alone would be all of its copies.
    if (this.copies?.areCounted !== true) this.pending.set(number, cells);
    const held = cells.reduce((sum, cell) => sum + cell.length, cells.length);
    if (cells.length !== this.columns.length)
      return { held, rejection: `has ${cells.length} cells, and the header ${this.columns.length}` };
    if (cells.some((cell) => cell.includes('\uFFFD'))) return { held, rejection: NOT_OF_ENCODING };
    this.pinsKept += this.pinsIn(cells);
    const read = toRecord(cells);
    if ('rejection' in read) return { held, ...read };
    return { held, ...(this.copies?.lineOf(number, read.record) ?? { text: JSON.stringify(read.record) }) };
  }
}

/** The columns that have PINs. One that is not imported may have them, too: then its name says so. */
export function pinColumns(columns: readonly string[], mapping: CsvMapping): ReadonlySet<string> {
  const imported = new Set(mapping.map(({ column }) => column));
  const others = columns.filter((column) => !imported.has(column));
  return new Set([
    ...mapping.flatMap(({ column, member }) => (member === 'pin' && column !== null ? [column] : [])),
    ...others.filter((column) => isPinName(column)),
  ]);
}

const isPinName = (column: string): boolean =>
  memberOf('patrons', 'pin').names?.some(({ names }) => names.split(' ').includes(plainName(column))) ===
  true;

/** The cells of a row, but for the PIN. In a row with too many or too few cells it may be any of them. */
export function withoutPin(
  cells: readonly string[],
  pins: ReadonlySet<string>,
  columns: readonly string[],
): readonly string[] {
  const isShifted = pins.size > 0 && cells.length !== columns.length;
  return cells.map((cell, index) => (isShifted || pins.has(columns[index] ?? '') ? '' : cell));
}
