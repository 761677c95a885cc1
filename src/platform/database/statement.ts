/**
 * An SQL statement with its name. PostgreSQL prepares it once per connection under that name, so a name must always
 * belong to the same text.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly isLookup?: true;
}

/** Runs statements: the pool, or one transaction. */
export interface Connection {
  /**
   * The rows of one statement, with the column names of the statement.
   * @throws DatabaseUnavailable when the database is down or busy, or has canceled the statement
   */
  run<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * The result of `read`, which was sent right behind `write`, in the same transaction: one round trip for both.
 * @throws what `write` throws; `read` fails after it, but only because of it
 */
export async function readBehind<Result>(write: Promise<unknown>, read: Promise<Result>): Promise<Result> {
  read.catch(() => undefined);
  await write;
  return read;
}

/** Where transactions can be run: the database, or a transaction that is open already. */
export interface Transactions extends Connection {
  /** Runs `work` in one transaction. */
  transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result>;
}

/** All statements that the modules loaded so far have defined, but for those that are put together for one request. */
export const definedStatements: Statement[] = [];

function define(statement: Statement): Statement {
  definedStatements.push(statement);
  return statement;
}

/** @param name empty for a statement that is planned for each execution */
export function statement(name: string, text: string): Statement {
  return define({ name, text });
}

/**
 * A statement that reads a few rows by key and never waits for a lock. Outside a transaction it shares its session with
 * other lookups, so it must be fast.
 */
export function lookup(name: string, text: string): Statement {
  return define({ name, text, isLookup: true });
}
