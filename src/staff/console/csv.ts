import { stringify } from 'csv-stringify/sync';
import { inert } from '../../records/csv/inert-cells.js';

/** The columns of a CSV file, by their names. */
export type CsvColumns<Row> = readonly (readonly [string, (row: Row) => string | number])[];

/** A CSV file (RFC 4180). The mark at its beginning tells spreadsheets that it is UTF-8. */
export function csvOfRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const records = rows.map((row) => columns.map(([, valueOf]) => valueOf(row)));
  return csvOfCells([columns.map(([name]) => name), ...records]);
}

/**
 * No cell is a formula.
 * @param bom false: the rest of a file
 */
export function csvOfCells(rows: readonly (readonly (string | number)[])[], bom = true): string {
  return stringify(
    rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? inert(cell) : cell))),
    { bom, record_delimiter: 'windows', quoted_match: /[;\r\n]/ },
  );
}
