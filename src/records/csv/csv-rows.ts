import { parse, type Parser } from 'csv-parse';
import { csvText, type CsvProgress, UnreadableCsv } from './csv-text.js';
import { plain } from './inert-cells.js';

/** A longer row is most likely one whose quote is never closed. More than any record needs. */
export const MAX_ROW_CHARACTERS = 128 * 1024;
/** More than the systems of libraries export. */
export const MAX_CSV_COLUMNS = 300;

const SEPARATORS = [',', ';', '\t'];

/** A row of a CSV file: its cells, or why it cannot be used. */
export type CsvRow = {
  /** From 1, as spreadsheets count: the header is the first, and empty rows count too. */
  readonly number: number;
  /** Position in bytes of the input, at or after this row. */
  readonly endsAt: number;
} & ({ readonly cells: readonly string[] } | { readonly rejection: string });

/**
 * Reads the rows of a CSV file in constant memory. Cells are separated by commas, semicolons or tabs, whichever the header has most of. After a
 * row that cannot be told from the next ones, nothing more is read. The apostrophes that make cells inert are taken away.
 * @param encoding of the file; recognized if undefined
 */
export async function* readRows(
  input: AsyncIterable<Buffer>,
  encoding: string | undefined,
): AsyncGenerator<CsvRow> {
  const progress = { bytes: 0 };
  let number = 0;
  try {
    for await (const cells of cellsOf(input, encoding, progress))
      yield { number: ++number, endsAt: progress.bytes, cells };
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    yield { number: number + 1, endsAt: progress.bytes, rejection: error.message };
  }
}

async function* cellsOf(
  input: AsyncIterable<Buffer>,
  encoding: string | undefined,
  progress: CsvProgress,
): AsyncGenerator<string[]> {
  const rows: string[][] = [];
  let parser: Parser | undefined;
  let charactersOfRow = 0;
  for await (const text of csvText(input, encoding, progress)) {
    parser ??= parserOf(text, rows);
    const { error } = await parsed(parser, text);
    charactersOfRow = rows.length > 0 ? 0 : charactersOfRow + text.length;
    yield* rows;
    rows.length = 0;
    // The parser itself does not count empty cells.
    if (error !== undefined || charactersOfRow > MAX_ROW_CHARACTERS)
      throw new UnreadableCsv(
        `is longer than ${MAX_ROW_CHARACTERS} characters: perhaps a quote is never closed. Nothing after it was read`,
      );
  }
  if (parser === undefined) return;
  const { error } = await parsed(parser);
  yield* rows;
  if (error !== undefined) throw new UnreadableCsv('has a quote that is never closed');
}

/** Puts each row into `rows` at once: those before one that cannot be read are kept. */
function parserOf(start: string, rows: string[][]): Parser {
  const parser = parse({
    delimiter: separatorOf(start),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_CHARACTERS,
    on_record: (cells: string[]) => {
      rows.push(cells.map(plain));
      return null;
    },
  });
  // What goes wrong is told to the callbacks of `parsed`.
  return parser.on('error', () => undefined);
}

/** @param text undefined: there is no more */
function parsed(parser: Parser, text?: string): Promise<{ readonly error: Error | undefined }> {
  return new Promise((resolve) => {
    const done = (error?: Error | null): void => resolve({ error: error ?? undefined });
    if (text === undefined) parser.end(done);
    else parser.write(text, done);
  });
}

/** Outside of quotes, in the first row. */
function separatorOf(start: string): string {
  const [header = ''] = start.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => header.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}
