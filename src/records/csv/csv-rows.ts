import { parse, type Parser } from 'csv-parse';
import { inTurns } from '../../platform/turns.js';
import { csvText, UnreadableCsv } from './csv-text.js';
import { plain } from './inert-cells.js';

/** More than any record needs. A longer row most likely has an unclosed quote. */
export const MAX_ROW_CHARACTERS = 128 * 1024;
/** More than library systems export. */
export const MAX_CSV_COLUMNS = 300;

/** The parser's input at a time, which takes milliseconds. */
const PIECE_CHARACTERS = 4 * 1024;

interface NumberedCells {
  /** From 1, as in spreadsheets: empty rows count, too. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** The cells of a row of a CSV file, or why it cannot be used. */
export type CsvRow = Pick<NumberedCells, 'number'> & {
  /** Position in bytes of the input, at or after this row. */
  readonly endsAt: number;
} & (Pick<NumberedCells, 'cells'> | { readonly rejection: string });

/**
 * Reads the non-empty rows of a CSV file in constant memory. Cells are separated by commas, semicolons, tabs or bars. Reading ends after a row that
 * cannot be separated from the next ones. Apostrophes that make cells inert are removed.
 * @param encoding of the file; recognized if undefined
 * @param most the number of characters to read
 */
export async function* readRows(
  input: AsyncIterable<Buffer>,
  encoding: string | undefined,
  most = Infinity,
): AsyncGenerator<CsvRow> {
  const progress = { bytes: 0 };
  let rows: Rows | undefined;
  let characters = 0;
  try {
    for await (const piece of inTurns(piecesOf(csvText(input, encoding, progress)))) {
      rows ??= new Rows(separatorOf(piece));
      for await (const row of rows.in(piece)) yield { ...row, endsAt: progress.bytes };
      characters += piece.length;
      if (characters > most) return;
    }
    for await (const row of rows?.atEnd() ?? []) yield { ...row, endsAt: progress.bytes };
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    yield { number: (rows?.number ?? 0) + 1, endsAt: progress.bytes, rejection: error.message };
  }
}

async function* piecesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts)
    for (let at = 0; at < text.length; at += PIECE_CHARACTERS) yield text.slice(at, at + PIECE_CHARACTERS);
}

/** Splits pieces of text, which may end anywhere, into rows. */
class Rows {
  private readonly parser: Parser;
  private found: NumberedCells[] = [];
  private filled = 0;
  private charactersOfRow = 0;

  constructor(separator: string) {
    this.parser = parse({
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_CHARACTERS,
      on_record: (cells: string[]) => this.add(cells),
    });
    // Errors are passed to the callbacks of `parsed`.
    this.parser.on('error', () => undefined);
  }

  /** The number of the last row so far. */
  get number(): number {
    return this.filled + this.parser.info.empty_lines;
  }

  /** @throws UnreadableCsv after the rows before it */
  async *in(piece: string): AsyncGenerator<NumberedCells> {
    const before = this.number;
    const { error } = await this.parsed(piece);
    this.charactersOfRow = this.number > before ? 0 : this.charactersOfRow + piece.length;
    yield* this.taken();
    // The parser itself does not count empty cells.
    if (error !== undefined || this.charactersOfRow > MAX_ROW_CHARACTERS)
      throw new UnreadableCsv(
        `is longer than ${MAX_ROW_CHARACTERS} characters: perhaps a quote is never closed. Nothing after it was read`,
      );
  }

  /** @throws UnreadableCsv after the rows before it */
  async *atEnd(): AsyncGenerator<NumberedCells> {
    const { error } = await this.parsed();
    yield* this.taken();
    if (error !== undefined) throw new UnreadableCsv('has a quote that is never closed');
  }

  private add(cells: readonly string[]): null {
    this.filled += 1;
    if (!isEmpty(cells)) this.found.push({ number: this.number, cells: cells.map(plain) });
    // Otherwise the parser makes an unused error, in 0.1 ms, for each row with another number of cells.
    Object.assign(this.parser.info, { records: 0 });
    return null;
  }

  private taken(): readonly NumberedCells[] {
    const { found } = this;
    this.found = [];
    return found;
  }

  /** @param piece undefined at the end */
  private parsed(piece?: string): Promise<{ readonly error: Error | undefined }> {
    return new Promise((resolve) => {
      const done = (error?: Error | null): void => resolve({ error: error ?? undefined });
      if (piece === undefined) this.parser.end(done);
      else this.parser.write(piece, done);
    });
  }
}

/** Spreadsheets save rows whose cells were deleted. */
const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const SEPARATORS = [',', ';', '\t', '|'];
/** Titles may stand above the header. */
const LINES_READ = 20;

/** Finds the separator by its number in most lines. */
function separatorOf(start: string): string {
  const named = /^sep=([,;\t|])\s/i.exec(start)?.[1];
  if (named !== undefined) return named;
  const lines = start
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]+/, LINES_READ + 1)
    .filter((line) => line !== '')
    .slice(0, LINES_READ);
  const scored = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
    const usual = Math.max(0, ...counts.map((count) => counts.filter((each) => each === count).length));
    const most = counts.find((count) => counts.filter((each) => each === count).length === usual) ?? 0;
    return { separator, usual, most };
  });
  const [best] = scored.toSorted((one, other) => other.usual - one.usual || other.most - one.most);
  return best?.separator ?? ',';
}
