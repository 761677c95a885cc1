import type { Writable } from 'node:stream';
import pg from 'pg';
import type { Statement } from './statement.js';

/**
 * Few sessions that all lookups of the process share. Each sends what it is asked without waiting for earlier answers
 * (pipelining), and all that is asked in one turn of the event loop in one go: for a service of short reads, writing to
 * sockets is the greatest cost there is (docs/performance.md). A lookup waits for nobody's lock, and so it does not keep
 * those behind it waiting.
 */
export class LookupSessions {
  private readonly pool: pg.Pool;
  private readonly sessions: LookupSession[];

  /**
   * @param config with `pipeline`, and `max` sessions
   * @param onError called for a session that is lost
   */
  constructor(config: pg.PoolConfig & { readonly max: number }, onError?: (error: Error) => void) {
    this.pool = new pg.Pool(config);
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
    this.sessions = Array.from({ length: config.max }, () => new LookupSession(this.pool));
  }

  /** @throws what the driver throws */
  run(statement: Statement, values: unknown[]): Promise<pg.QueryResult> {
    let [idlest] = this.sessions as [LookupSession];
    for (const session of this.sessions) if (session.pending < idlest.pending) idlest = session;
    return idlest.run(statement, values);
  }

  async close(): Promise<void> {
    await Promise.all(this.sessions.map((session) => session.end()));
    await this.pool.end();
  }
}

class LookupSession {
  /** Lookups that wait for their rows. */
  pending = 0;
  private client: pg.PoolClient | undefined;
  private connecting: Promise<pg.PoolClient> | undefined;

  constructor(private readonly pool: pg.Pool) {}

  async run({ name, text }: Statement, values: unknown[]): Promise<pg.QueryResult> {
    this.pending++;
    try {
      const client = this.client ?? (await (this.connecting ??= this.connect()));
      sendTogether(client);
      return await client.query({ name, text, values });
    } finally {
      this.pending--;
    }
  }

  async end(): Promise<void> {
    await this.connecting?.catch(() => undefined);
    this.client?.release();
    this.client = undefined;
  }

  private async connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.pool.connect();
      // The statements in flight are told by the driver; the next one asks for another connection.
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

const held = new WeakSet<Writable>();

/** Holds back what is written to the client's socket until all that this turn of the event loop brings is written. */
export function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (held.has(stream)) return;
  held.add(stream);
  stream.cork();
  setImmediate(() => {
    held.delete(stream);
    stream.uncork();
  });
}
