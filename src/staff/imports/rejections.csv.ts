import type { RejectedLine } from '../../records/engine/import-runs.store.js';
import { csvOfCells } from '../console/csv.js';

/**
 * Rejected lines as a CSV file, to correct and to import again.
 * @param columns of the CSV file that was imported; empty: nothing but lines and reasons
 */
export function rejectionsCsv(columns: readonly string[], rejections: readonly RejectedLine[]): string {
  return csvOfCells([rejectionHeader(columns), ...rejections.map((each) => rejectionCells(columns, each))]);
}

export function rejectionHeader(columns: readonly string[]): string[] {
  return [columns.length === 0 ? 'Line' : 'Row', 'Reason', ...columns];
}

export function rejectionCells(
  columns: readonly string[],
  { line, message, cells = [] }: RejectedLine,
): (string | number)[] {
  return [line, message, ...columns.map((_, index) => cells[index] ?? '')];
}
