import { stringify } from 'csv-stringify/sync';
import { inert } from '../../records/csv/inert-cells.js';

/** The columns of a CSV file, with their names. */
export type CsvColumns<Row> = readonly (readonly [string, (row: Row) => string | number])[];

/** A CSV file (RFC 4180). The byte order mark tells spreadsheets that it is UTF-8. */
export function csvOfRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const records = rows.map((row) => columns.map(([, valueOf]) => valueOf(row)));
  return csvOfCells([columns.map(([name]) => name), ...records]);
}

/**
 * Makes formulas inert.
 * @param bom false for the rest of a file
 */
export function csvOfCells(rows: readonly (readonly (string | number)[])[], bom = true): string {
  return stringify(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? inert(cell) : cell))),
    { bom, record_delimiter: 'windows', quoted_match: /[;\r\n]/ },
  );
}
