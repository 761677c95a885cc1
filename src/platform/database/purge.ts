import type { PeriodicWork } from '../jobs/task.decorators.js';
import { statement } from './statement.js';

/** What workers purge, by task. A store that keeps rows for a time declares it. */
export const declaredPurges: Record<string, PeriodicWork> = {};

/**
 * Declares how rows are deleted whose time is over.
 * @param task as the log and the metrics call it
 */
export function purge(task: string, work: PeriodicWork): PeriodicWork {
  return (declaredPurges[task] = work);
}

/** Rows of libraries that are deleted when their time is over. */
export interface PurgedRows {
  /** As the log and the metrics call it; the prefix of the statements' names. */
  readonly task: string;
  readonly table: string;
  /** The key's columns without the library, and their types. */
  readonly key: Readonly<Record<string, string>>;
  /** SQL that finds at most $1 such rows of all libraries: `website_id` and the columns of the key. */
  readonly find: string;
}

/** Rows of no library that are deleted when their time is over. */
export interface PurgedSharedRows {
  /** As the log and the metrics call it; the prefix of the statement's name. */
  readonly task: string;
  readonly table: string;
  readonly key: readonly string[];
  /** An SQL condition: the time of a row is over. */
  readonly isOver: string;
}

/** Few enough that no transaction waits for long. The caller purges again until nothing is left. */
const ROWS_AT_ONCE = 1000;

interface Row {
  readonly website_id: number;
  readonly [column: string]: unknown;
}

/** Some of the rows are deleted at a time, library by library. Those that another process is deleting are skipped. */
export function purgeOf({ task, table, key, find }: PurgedRows): PeriodicWork {
  const columns = Object.keys(key);
  const given = Object.values(key).map((type, index) => `$${index + 2}::${type}[]`);
  const FIND = statement<Row>(`${task}-purge-find`, find);
  const DELETE = statement(
    `${task}-purge`,
    `DELETE FROM ${table} WHERE website_id = $1 AND (${columns.join(', ')}) IN (
       SELECT ${columns.map((column) => `o.${column}`).join(', ')}
       FROM ${table} o JOIN unnest(${given.join(', ')}) AS given (${columns.join(', ')}) USING (${columns.join(', ')})
       WHERE o.website_id = $1 FOR UPDATE OF o SKIP LOCKED)
     RETURNING 1 AS one`,
  );
  return purge(task, async (connection) => {
    const rows = await connection.run(FIND, [ROWS_AT_ONCE]);
    let deleted = 0;
    for (const [websiteId, own] of Map.groupBy(rows, (row) => row.website_id)) {
      const keys = columns.map((column) => own.map((row) => row[column]));
      deleted += (await connection.run(DELETE, [websiteId, ...keys])).length;
    }
    return deleted;
  });
}

/** Like `purgeOf`, for a table that belongs to no library. */
export function purgeSharedOf({ task, table, key, isOver }: PurgedSharedRows): PeriodicWork {
  const columns = key.join(', ');
  const DELETE = statement(
    `${task}-purge`,
    `DELETE FROM ${table} WHERE (${columns}) IN (
       SELECT ${columns} FROM ${table} WHERE ${isOver} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED)
     RETURNING 1 AS one`,
  );
  return purge(task, async (connection) => (await connection.run(DELETE)).length);
}
