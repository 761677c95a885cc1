import type { Line } from '../engine/lines.js';
import { listCounts } from '../engine/rejection-messages.js';
import { isNoPin, tidy } from './csv-cells.js';
import { CopiesRows, type CopiesFinder } from './copies-rows.js';
import { type CsvRefusal, namesIn } from './csv-head.js';
import { type CsvMapping, type ReadRow, recordsBy } from './csv-mapping.js';
import { type CsvKind, isSecret } from './csv-members.js';
import { LicenceRows } from './licence-rows.js';
import { byColumns } from './member-words.js';
import { MAX_CSV_COLUMNS, readRows } from './csv-rows.js';

/** The facts about a CSV file before its rows are read. */
export interface CsvSource {
  readonly kind: CsvKind;
  readonly websiteId: number;
  /** Undefined: it is recognized. */
  readonly encoding: string | undefined;
  /** Names of columns: the first row that has all of them is the header. */
  readonly columns: readonly string[];
  readonly mapping: CsvMapping;
  /** Today in the service's time zone. */
  readonly today: string;
  /** Why none of its rows can be used; undefined if they can. */
  readonly refusal?: CsvRefusal | undefined;
  readonly findCopies: CopiesFinder;
}

/** Completes "row N …". */
const NOT_OF_ENCODING = 'has characters that its encoding does not have: say in which encoding the file is';

/** Reads a CSV file as lines of records, each with the number of its row. */
export class CsvFile {
  /** The imported cells of rows that were read but not applied yet. */
  private readonly pending = new Map<number, readonly string[]>();
  private readonly stock: CopiesRows | LicenceRows | undefined;
  private imported = new ImportedColumns([], []);
  /** The number of cells without a usable PIN: their patrons keep theirs. */
  pinsKept = 0;
  /** Names of all columns; empty before the header is read. */
  private columns: readonly string[] = [];
  /** The column of PINs; -1: none. */
  private pinAt = -1;

  constructor(
    private readonly input: AsyncIterable<Buffer>,
    private readonly source: CsvSource,
  ) {
    const { kind, websiteId, mapping } = source;
    if (kind === 'copies') this.stock = new CopiesRows(websiteId, mapping);
    if (kind === 'licences') this.stock = new LicenceRows();
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
        this.columns = namesIn(row.cells);
        this.imported = new ImportedColumns(this.columns, this.source.mapping);
        const pin = this.source.mapping.find(({ member }) => member === 'pin')?.column;
        this.pinAt = this.columns.findIndex((column) => column === pin);
        toRecord = recordsBy({ ...this.source, columns: this.columns });
      }
    }
    if (!(this.stock instanceof CopiesRows)) return;
    for await (const line of this.stock.counted(this.source.findCopies)) yield { ...line, endsAt: bytes };
  }

  /** Names of the imported columns; empty before the header is read. */
  get importedColumns(): readonly string[] {
    return this.imported.names;
  }

  /** Why a row was rejected, by the names of the file's columns. */
  byColumns(message: string): string {
    return byColumns(this.source.mapping, message);
  }

  /** The imported cells of a rejected row. None if the row could not be separated from the next ones, or has more or fewer cells than the header. */
  cellsOf(row: number): readonly string[] {
    return this.pending.get(row) ?? [];
  }

  /** The cells that may be stored. */
  cellsWithoutPin(row: number): readonly string[] {
    return this.imported.withoutPin(this.cellsOf(row));
  }

  /** Forgets all rows but these: the others are applied or rejected. */
  forget(waiting: ReadonlySet<number> = new Set()): void {
    for (const row of this.pending.keys()) if (!waiting.has(row)) this.pending.delete(row);
  }

  private isHeader(cells: readonly string[]): boolean {
    if (cells.length > MAX_CSV_COLUMNS) return false;
    const names = namesIn(cells);
    return this.source.columns.every((column) => names.includes(column));
  }

  private lineOf(
    number: number,
    cells: readonly string[],
    toRecord: (cells: readonly string[]) => ReadRow,
  ): { readonly held: number } & ({ readonly text: string } | { readonly rejection: string }) {
    const held = cells.reduce((sum, cell) => sum + cell.length, cells.length);
    const more = cells.slice(this.columns.length);
    // A separator at the end of each row, but not of the header, adds no column.
    if (more.length > 0 && more.every((cell) => cell === ''))
      return this.lineOf(number, cells.slice(0, this.columns.length), toRecord);
    if (cells.length !== this.columns.length)
      return {
        held,
        rejection: `has ${listCounts([cells.length, 'cell'])}, and the header ${this.columns.length}`,
      };
    // Rows of single copies are corrected in the whole file: some rows of a title would replace all of its copies.
    if (this.stock?.areCounted !== true) this.pending.set(number, this.imported.cellsOf(cells));
    if (cells.some((cell) => cell.includes('\uFFFD'))) return { held, rejection: NOT_OF_ENCODING };
    if (this.pinAt !== -1 && isNoPin(tidy(cells[this.pinAt]))) this.pinsKept += 1;
    const read = toRecord(cells);
    if ('rejection' in read) return { held, rejection: read.rejection };
    return { held, ...(this.stock?.lineOf(number, read.record) ?? { text: JSON.stringify(read.record) }) };
  }
}

/** The columns of a file that its mapping names. Cells of other columns, perhaps PINs, are never stored. */
export class ImportedColumns {
  readonly names: readonly string[];
  private readonly places: readonly number[];

  constructor(
    private readonly columns: readonly string[],
    private readonly mapping: CsvMapping,
  ) {
    const imported = new Set(mapping.map(({ column }) => column));
    this.places = columns.flatMap((column, place) => (imported.has(column) ? [place] : []));
    this.names = this.places.map((place) => columns[place] ?? '');
  }

  /** @param row all its cells. Returns none if there are too many or too few: their columns are then unknown */
  cellsOf(row: readonly string[]): readonly string[] {
    return row.length === this.columns.length ? this.places.map((place) => row[place] ?? '') : [];
  }

  /** Leaves out hashes of PINs, too. @param cells those of the imported columns */
  withoutPin(cells: readonly string[]): readonly string[] {
    const secret = new Set(this.mapping.filter(({ member }) => isSecret(member)).map(({ column }) => column));
    return cells.map((cell, index) => (secret.has(this.names[index] ?? '') ? '' : cell));
  }
}
