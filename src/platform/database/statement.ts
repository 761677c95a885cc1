/**
 * One SQL statement with its name. PostgreSQL prepares it once per connection under that name, so a name must stand for
 * one text only.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly isLookup?: true;
}

/** Anything a statement can be run on: the pool, or one transaction. */
export interface Connection {
  /**
   * The rows of one statement, with the columns named as the statement names them.
   * @throws DatabaseUnavailable when the database is away, busy, or has cut the statement off
   */
  run<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

export function statement(name: string, text: string): Statement {
  return { name, text };
}

/**
 * A statement that reads few rows by their keys and waits for nobody's lock. Outside a transaction it shares its session
 * with others, which must never wait for it long.
 */
export function lookup(name: string, text: string): Statement {
  return { name, text, isLookup: true };
}
