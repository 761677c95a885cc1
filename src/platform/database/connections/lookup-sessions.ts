import pg from 'pg';
import { queryOf, send, type SendOptions } from './sending.js';
import type { Statement } from '../statement.js';

/**
 * A few database sessions that all lookups of the process share. Each session sends lookups without waiting for earlier
 * results (pipelining). A lookup never waits for a lock, so it does not delay the ones behind it.
 */
export class LookupSessions {
  private readonly pool: pg.Pool;
  private readonly sessions: LookupSession[];
  /** The number of lookups since the process has started. */
  sent = 0;

  /**
   * @param config must have `pipeline`; `max` is the number of sessions
   * @param onError called when a session is lost
   */
  constructor(
    config: pg.PoolConfig & { readonly max: number },
    sending: SendOptions,
    onError?: (error: Error) => void,
  ) {
    this.pool = new pg.Pool(config);
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
    this.sessions = Array.from({ length: config.max }, () => new LookupSession(this.pool, sending));
  }

  /** @throws the driver's errors */
  run(statement: Statement, values: readonly unknown[]): Promise<pg.QueryResult> {
    let [leastBusy] = this.sessions as [LookupSession];
    for (const session of this.sessions) if (session.pending < leastBusy.pending) leastBusy = session;
    this.sent++;
    return leastBusy.run(statement, values);
  }

  /** The number of lookups without a result yet. */
  get pending(): number {
    return this.sessions.reduce((sum, { pending }) => sum + pending, 0);
  }

  /** The number of sessions that are connected. */
  get connected(): number {
    return this.pool.totalCount;
  }

  async close(): Promise<void> {
    await Promise.all(this.sessions.map((session) => session.end()));
    await this.pool.end();
  }
}

class LookupSession {
  /** Number of lookups without a result yet. */
  pending = 0;
  private client: pg.PoolClient | undefined;
  private connecting: Promise<pg.PoolClient> | undefined;

  constructor(
    private readonly pool: pg.Pool,
    private readonly sending: SendOptions,
  ) {}

  async run(statement: Statement, values: readonly unknown[]): Promise<pg.QueryResult> {
    this.pending++;
    try {
      return await this.send(statement, values, this.sending);
    } catch (error) {
      if (!wasNeverRun(error)) throw error;
      // A statement without a name depends on nothing that was sent before.
      return await this.send(statement, values, { ...this.sending, isPrepared: false });
    } finally {
      this.pending--;
    }
  }

  private async send(
    statement: Statement,
    values: readonly unknown[],
    sending: SendOptions,
  ): Promise<pg.QueryResult> {
    const client = this.client ?? (await this.connection());
    return send(client, queryOf(statement, values, sending), sending);
  }

  private connection(): Promise<pg.PoolClient> {
    return (this.connecting ??= this.connect());
  }

  async end(): Promise<void> {
    await this.connecting?.catch(() => undefined);
    this.client?.release();
    this.client = undefined;
  }

  private async connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.pool.connect();
      // The driver rejects the statements in progress. The next one opens a new connection.
      const replace = (): void => {
        if (this.client !== client) return;
        this.client = undefined;
        client.release(true);
      };
      client.on('error', replace);
      client.once('end', replace);
      this.client = client;
      return client;
    } finally {
      this.connecting = undefined;
    }
  }
}

/**
 * The driver sends the text of a named statement only once. If PostgreSQL cannot prepare it, for example because its table
 * is locked for too long, the lookups sent after it name a statement that does not exist (26000). The driver then sends the
 * text again, sometimes more than once, and PostgreSQL refuses the repetition (42P05).
 */
const NO_SUCH_STATEMENT = '26000';
const STATEMENT_EXISTS = '42P05';

/** Whether the lookup failed because of other lookups on its session, before it ran. */
function wasNeverRun(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && [NO_SUCH_STATEMENT, STATEMENT_EXISTS].includes(error.code ?? '')
  );
}
