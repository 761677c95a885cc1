import pg from 'pg';
import { Database } from './database.js';
import { DatabaseUnavailable } from './failures.js';
import type { Connection, Statement } from './statement.js';

/** Work between two statements, such as hashing the PINs of a batch, may take this long. */
const START = `START TRANSACTION; SET LOCAL idle_in_transaction_session_timeout = '60s'`;
const END = 'ABORT';

/** Replaces the statements of transactions where these become parts of another one. */
const AS_PART: readonly (readonly [begin: string, part: string])[] = [
  ['BEGIN', 'SAVEPOINT part'],
  ['COMMIT', 'RELEASE SAVEPOINT part'],
  ['ROLLBACK', 'ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part'],
];

function asPart(sql: string): string {
  const [sent, part] = AS_PART.find(([keyword]) => sql === keyword || sql.startsWith(`${keyword};`)) ?? [];
  return sent === undefined || part === undefined ? sql : part + sql.slice(sent.length);
}

/**
 * A connection that commits nothing: its transactions become parts of one that is rolled back. Outside of that one it refuses statements, because it
 * has replaced a session that has ended.
 */
class RehearsingClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...query: unknown[]) => unknown;
    let isRehearsing = false;
    this.query = ((query: string | pg.QueryConfig, ...rest: unknown[]) => {
      const sql = typeof query === 'string' ? query : query.text;
      if (sql === START) isRehearsing = true;
      if (!isRehearsing) throw new DatabaseUnavailable(new Error('The session of the rehearsal has ended.'));
      if (sql === END) isRehearsing = false;
      const part = asPart(sql);
      return part === sql
        ? send(query, ...rest)
        : send(part, ...rest.filter((each) => typeof each === 'function'));
    }) as typeof this.query;
  }
}

/** A database with one connection, on which nothing is committed. */
class RehearsalDatabase extends Database {
  override get isRehearsal(): boolean {
    return true;
  }

  /** Lookups use the same connection: they would not see what was written on another. */
  override run<Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    return super.run({ ...statement, isLookup: undefined }, values);
  }

  override transaction<Result>(work: (transaction: Connection) => Promise<Result>): Promise<Result> {
    return super.transaction((connection) =>
      work({
        run: (statement, values) => connection.run(statement, values),
        prisma: connection.prisma,
        isRehearsal: true,
      }),
    );
  }
}

/** Runs work without committing it, one transaction after the other. Its locks are real while the transaction lasts. */
export class Rehearsal {
  private readonly standIn: Database;

  constructor(private readonly database: Database) {
    this.standIn = new RehearsalDatabase({
      ...database.options,
      poolSize: 2,
      Client: RehearsingClient,
      // PINs are hashed between two statements.
      idleTimeout: 0,
    });
  }

  /** Runs `work` in a transaction that is rolled back and includes everything that it does with the database. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.send(START);
    try {
      return await this.database.replacedBy(this.standIn, work);
    } finally {
      await this.send(END);
    }
  }

  /** Runs a part of the work. If it fails, its writes are undone, and the rest of the work goes on. */
  async part<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.send('BEGIN');
    try {
      const result = await work();
      await this.send('COMMIT');
      return result;
    } catch (error) {
      await this.send('ROLLBACK');
      throw error;
    }
  }

  private async send(text: string): Promise<void> {
    await this.standIn.run({ name: '', text });
  }

  close(): Promise<void> {
    return this.standIn.close();
  }
}
