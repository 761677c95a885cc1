import { inTurns } from '../../platform/turns.js';
import type { KeptRejection } from '../../records/engine/import-runs.store.js';
import { csvOfCells } from '../console/csv.js';

/**
 * Rejected lines as a CSV file, to correct and to import again.
 * @param columns of the CSV file that were imported; empty: nothing but lines and reasons
 */
export async function rejectionsCsv(
  columns: readonly string[],
  rejections: AsyncIterable<KeptRejection> | Iterable<KeptRejection>,
): Promise<string> {
  const texts = [csvOfCells([rejectionHeader(columns)])];
  for await (const each of inTurns(rejections))
    texts.push(csvOfCells([rejectionCells(columns, each)], false));
  return texts.join('');
}

export function rejectionHeader(columns: readonly string[]): string[] {
  return [columns.length === 0 ? 'Line' : 'Row', 'Reason', ...columns];
}

export function rejectionCells(
  columns: readonly string[],
  { line, message, cells = [] }: KeptRejection,
): (string | number)[] {
  return [line, message, ...columns.map((_, index) => cells[index] ?? '')];
}
