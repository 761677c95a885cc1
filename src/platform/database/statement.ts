import type { PrismaClient } from '../../generated/prisma/client.js';

/**
 * An SQL statement with its name. PostgreSQL prepares it once per connection under that name, so a name must always
 * belong to the same text.
 */
export interface Statement<Row = unknown> {
  readonly name: string;
  readonly text: string;
  readonly isLookup?: true | undefined;
  /** Never set: it gives the compiler the type of `run`'s rows. */
  readonly row?: Row;
}

/** The row of a statement without a type: such rows can only be counted. */
export type NoColumns = Readonly<Record<never, never>>;

/** Runs statements: the pool, one transaction, or a session. */
export interface StatementRunner {
  /**
   * Runs one statement. The rows have its column names and its type.
   * @throws DatabaseUnavailable when the database is down or busy, or has canceled the statement
   */
  run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
}

/** The pool, or one transaction: for statements and for calls of Prisma Client. */
export interface Connection extends StatementRunner {
  readonly prisma: PrismaClient;
  /** Its writes are rolled back. */
  readonly isRehearsal?: boolean;
}

/**
 * Sends `read` right behind `write`, in the same transaction and round trip, and returns its result.
 * @throws what `write` throws; `read` fails after it, but only because of it
 */
export async function readAfterWrite<Result>(
  write: Promise<unknown>,
  read: Promise<Result>,
): Promise<Result> {
  read.catch(() => undefined);
  await write;
  return read;
}

/** Runs transactions: the database, or a transaction that is open already. */
export interface Transactions extends Connection {
  /** Runs `work` in one transaction. */
  transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result>;
}

/** Runs transactions within an open one: a refusal rolls back everything. */
export function within(connection: Connection): Transactions {
  return {
    run: (...query) => connection.run(...query),
    // Created at its first use: it takes time and memory to load.
    get prisma() {
      return connection.prisma;
    },
    transaction: (work) => work(connection),
  };
}

/** All statements that the loaded modules define, without those composed for one request. */
export const definedStatements: Statement<unknown>[] = [];

/** A function that runs a statement. */
type Run<Given extends readonly unknown[], Result> = (
  connection: StatementRunner,
  ...given: Given
) => Promise<Result>;

/** Makes a statement's values from the arguments of its function. */
type Values<Given extends readonly unknown[]> = (...given: Given) => readonly unknown[];

const NO_VALUES = (): readonly unknown[] => [];

/** A statement with the functions that run it, of which most statements use one. */
class DefinedStatement<Row> implements Statement<Row> {
  declare readonly row?: Row;

  constructor(
    readonly name: string,
    readonly text: string,
    readonly isLookup?: true,
  ) {
    definedStatements.push(this);
  }

  /** Resolves to its rows. */
  all<Given extends readonly unknown[] = []>(values: Values<Given> = NO_VALUES): Run<Given, Row[]> {
    return (connection, ...given) => connection.run(this, values(...given));
  }

  /** Resolves to its first row; undefined if there is none. */
  first<Given extends readonly unknown[] = []>(
    values: Values<Given> = NO_VALUES,
  ): Run<Given, Row | undefined> {
    return async (connection, ...given) => (await connection.run(this, values(...given)))[0];
  }

  /** Resolves to a column of its first row; undefined if there is none. */
  value<Column extends keyof Row, Given extends readonly unknown[] = []>(
    column: Column,
    values: Values<Given> = NO_VALUES,
  ): Run<Given, Row[Column] | undefined> {
    return async (connection, ...given) => (await connection.run(this, values(...given)))[0]?.[column];
  }

  /** Resolves to the row that the statement always has. */
  one<Given extends readonly unknown[] = []>(values: Values<Given> = NO_VALUES): Run<Given, Row> {
    return async (connection, ...given) => {
      const [row] = await connection.run(this, values(...given));
      if (row === undefined) throw new Error(`The statement ${this.name} had no row.`);
      return row;
    };
  }

  /** Resolves to a column of the row that the statement always has. */
  oneValue<Column extends keyof Row, Given extends readonly unknown[] = []>(
    column: Column,
    values: Values<Given> = NO_VALUES,
  ): Run<Given, Row[Column]> {
    const one = this.one(values);
    return async (connection, ...given) => (await one(connection, ...given))[column];
  }

  /** Resolves to a column of all its rows. */
  column<Column extends keyof Row, Given extends readonly unknown[] = []>(
    column: Column,
    values: Values<Given> = NO_VALUES,
  ): Run<Given, Row[Column][]> {
    return async (connection, ...given) =>
      (await connection.run(this, values(...given))).map((row) => row[column]);
  }

  /** Resolves to whether a column of its first row is true. */
  isTrue<Given extends readonly unknown[] = []>(
    column: keyof Row,
    values: Values<Given> = NO_VALUES,
  ): Run<Given, boolean> {
    return async (connection, ...given) =>
      (await connection.run(this, values(...given)))[0]?.[column] === true;
  }

  /** Resolves to whether there is a row. */
  any<Given extends readonly unknown[] = []>(values: Values<Given> = NO_VALUES): Run<Given, boolean> {
    return async (connection, ...given) => (await connection.run(this, values(...given))).length > 0;
  }

  /** Resolves when it has run. */
  execute<Given extends readonly unknown[] = []>(values: Values<Given> = NO_VALUES): Run<Given, void> {
    return async (connection, ...given) => {
      await connection.run(this, values(...given));
    };
  }
}

/**
 * A statement whose rows are of the type `Row`, which `test/api/rows` compares with PostgreSQL's.
 * @param name empty for a statement that is planned for each execution
 */
export function statement<Row = NoColumns>(name: string, text: string): DefinedStatement<Row> {
  return new DefinedStatement<Row>(name, text);
}

/**
 * A statement for many rows, planned on every execution. A named statement would keep the plan that was best while its
 * tables were empty, and would then scan a million rows for every batch.
 */
export function bulkStatement<Row = NoColumns>(text: string): DefinedStatement<Row> {
  return statement<Row>('', text);
}

/**
 * A statement that reads a few rows by key and never waits for a lock. Outside a transaction it shares its session with
 * other lookups, so it must be fast.
 */
export function lookup<Row = NoColumns>(name: string, text: string): DefinedStatement<Row> {
  return new DefinedStatement<Row>(name, text, true);
}
