import type pg from 'pg';
import type { Statement } from '../statement.js';

/** How statements are sent to the server. */
export interface SendOptions {
  /** The statement that begins a transaction behind a pooler; undefined if sessions keep their settings. */
  readonly begin: string | undefined;
  /** Whether PostgreSQL prepares a statement once per connection, under its name. */
  readonly isPrepared: boolean;
}

export function queryOf(
  { name, text }: Statement,
  given: readonly unknown[],
  { isPrepared }: SendOptions,
): pg.QueryConfig {
  const values = given as unknown[];
  return isPrepared ? { name, text, values } : { text, values };
}

/** The driver does not know the type of a row: `test/api/rows` compares each statement's type with its columns. */
export function rowsOf<Row>({ rows }: pg.QueryResult): Row[] {
  return rows as Row[];
}

/**
 * Sends one statement. Behind a pooler it has its own transaction, and does not wait for the answer to BEGIN.
 * @throws the driver's errors
 */
export function send(
  client: pg.PoolClient,
  query: pg.QueryConfig,
  { begin }: SendOptions,
): Promise<pg.QueryResult> {
  return begin === undefined ? client.query(query) : sendInTransaction(client, query, begin);
}

async function sendInTransaction(
  client: pg.PoolClient,
  query: pg.QueryConfig,
  begin: string,
): Promise<pg.QueryResult> {
  // If BEGIN fails, the statement fails too.
  client.query(begin).catch(() => undefined);
  const [result, end] = await Promise.allSettled([client.query(query), client.query('COMMIT')]);
  if (result.status === 'rejected') throw result.reason;
  if (end.status === 'rejected') throw end.reason;
  return result.value;
}
