import { stringify } from 'csv-stringify/sync';

/** The columns of a CSV file, by their names. */
export type CsvColumns<Row> = readonly (readonly [string, (row: Row) => string | number])[];

/** A CSV file (RFC 4180). The mark at its beginning tells spreadsheets that it is UTF-8. */
export function csvOfRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const records = rows.map((row) => columns.map(([, valueOf]) => valueOf(row)));
  return csvOfCells([columns.map(([name]) => name), ...records]);
}

/** @param bom false: the rest of a file */
export function csvOfCells(rows: readonly (readonly (string | number)[])[], bom = true): string {
  return stringify(
    rows.map((cells) => cells.map(inert)),
    { bom, record_delimiter: 'windows', quoted_match: /[;\r\n]/ },
  );
}

const FORMULA = /(?<=^|[;\t\r\n])(?= *[=+\-@＝＋－＠])|^(?=[\t\r])/g;

/**
 * Spreadsheets run a cell that begins like this as a formula. An apostrophe makes it text. Where a semicolon or a tab separates cells, as in
 * many countries, a spreadsheet may end a cell there, although commas separate these.
 */
function inert(value: string | number): string | number {
  return typeof value === 'string' ? value.replaceAll(FORMULA, "'") : value;
}
