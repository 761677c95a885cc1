import { columnOf } from './by-library.js';
import { type Connection, statement } from './statement.js';

/**
 * A statement that writes a row, unless it is there as it is.
 * @param key the members that name the row
 * @param others all other members that are columns
 */
export function upsertOf<Row extends object>(
  name: string,
  table: string,
  key: readonly (keyof Row & string)[],
  others: readonly (keyof Row & string)[],
): (connection: Connection, row: Row) => Promise<void> {
  const members = [...key, ...others];
  const changing = others.map(columnOf);
  const rowOf = (source: string): string => `(${changing.map((column) => `${source}.${column}`).join(', ')})`;
  // Citus refuses an update that names the column by which rows are distributed, even if it does not change.
  return statement(
    name,
    `INSERT INTO ${table} (${members.map(columnOf).join(', ')})
     VALUES (${members.map((_, index) => `$${index + 1}`).join(', ')})
     ON CONFLICT (${key.map(columnOf).join(', ')}) DO UPDATE
     SET ${changing.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}
     WHERE ${rowOf(table)} IS DISTINCT FROM ${rowOf('EXCLUDED')}`,
  ).execute((row: Row) => members.map((member) => row[member]));
}
