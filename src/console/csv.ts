import { stringify } from 'csv-stringify/sync';

/** The columns of a CSV file, by their names. */
export type CsvColumns<Row> = readonly (readonly [string, (row: Row) => string | number])[];

/** A CSV file (RFC 4180). The mark at its beginning tells spreadsheets that it is UTF-8. */
export function csvOfRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const records = rows.map((row) => columns.map(([, valueOf]) => inert(valueOf(row))));
  return stringify([columns.map(([name]) => name), ...records], { bom: true, record_delimiter: 'windows' });
}

/** Spreadsheets run a cell that begins like this as a formula. An apostrophe makes it text. */
function inert(value: string | number): string | number {
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
