import type { Writable } from 'node:stream';
import pg from 'pg';
import type { Statement } from '../statement.js';

/** How statements go to the server. */
export interface SendOptions {
  /** What begins a transaction, behind a pooler; undefined if a session keeps its settings. */
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

/** The driver does not know the type of a row: `npm run check:rows` compares that of each statement with its columns. */
export function rowsOf<Row>({ rows }: pg.QueryResult): Row[] {
  return rows as Row[];
}

/**
 * Sends one statement in the session's transaction, if there is one.
 *
 * The driver gets a query of its own kind and a callback. For a plain object it would copy every property with its
 * descriptor, and make two promises: a twentieth of a short request's time.
 * @throws the driver's errors
 */
export function sendPlain(
  client: pg.PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
  { isPrepared }: SendOptions,
): Promise<pg.QueryResult> {
  batchWrites(client);
  return new Promise((resolve, reject) => {
    const query = new NamedQuery(text, values as unknown[]);
    if (isPrepared) query.name = name;
    client.query(query, (error: Error | null, result: pg.QueryResult) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
}

/** The driver's type leaves out what its constructor takes from a configuration. */
const NamedQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
) => { text: string; name?: string };

/**
 * Sends one statement, behind a pooler in a transaction of its own, all in one system call.
 * @throws the driver's errors
 */
export function send(
  client: pg.PoolClient,
  statement: Statement,
  values: readonly unknown[],
  options: SendOptions,
): Promise<pg.QueryResult> {
  return options.begin === undefined
    ? sendPlain(client, statement, values, options)
    : sendInTransaction(client, statement, values, options.begin, options);
}

async function sendInTransaction(
  client: pg.PoolClient,
  statement: Statement,
  values: readonly unknown[],
  begin: string,
  options: SendOptions,
): Promise<pg.QueryResult> {
  batchWrites(client);
  // If it fails, the statement fails too.
  client.query(begin).catch(() => undefined);
  const [result, end] = await Promise.allSettled([
    sendPlain(client, statement, values, options),
    client.query('COMMIT'),
  ]);
  if (result.status === 'rejected') throw result.reason;
  if (end.status === 'rejected') throw end.reason;
  return result.value;
}

const corked = new WeakSet<Writable>();

/** Collects everything written to the client's socket in this event loop turn, and sends it in one system call. */
export function batchWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  setImmediate(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
