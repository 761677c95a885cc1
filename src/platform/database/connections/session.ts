import type { Socket } from 'node:net';
import pg from 'pg';
import { asFailure } from '../failures.js';
import { DatabaseSocket } from './database-socket.js';
import { rowsOf } from './sending.js';
import type { Statement, StatementRunner } from '../statement.js';

const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 2_500;
/** For a server that no longer answers: a timeout also ends the session. */
const QUERY_TIMEOUT_MS = 3_000;
const CLOSE_MS = 1_000;

/** PostgreSQL ends the session of a host without power or network after 4 + 2 × 3 s. The default is hours. */
const NOTICE_DEAD_HOSTS = `
  SET tcp_keepalives_idle = 4;
  SET tcp_keepalives_interval = 3;
  SET tcp_keepalives_count = 2`;

/** A separate session, for locks that last as long as their holder is connected. Any failure ends it; open another one then. */
export class Session implements StatementRunner {
  private hasEnded = false;

  private constructor(
    private readonly client: pg.Client,
    private readonly socket: Socket,
    onNotification: (message: string) => void,
  ) {
    client.on('notification', ({ payload = '' }) => onNotification(payload));
    client.on('error', () => (this.hasEnded = true));
    client.on('end', () => (this.hasEnded = true));
  }

  /**
   * @param onNotification called for each notification of the channels that the session listens to
   * @throws DatabaseUnavailable
   */
  static async open(
    url: string,
    applicationName: string,
    onNotification: (message: string) => void = () => undefined,
  ): Promise<Session> {
    const socket = new DatabaseSocket();
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      // Makes the driver end a session whose query has timed out.
      pipeline: true,
      stream: () => socket,
    });
    const session = new Session(client, socket, onNotification);
    try {
      await client.connect();
      await client.query(NOTICE_DEAD_HOSTS);
      return session;
    } catch (error) {
      await session.close();
      throw asFailure(error);
    }
  }

  async run<Row>({ name, text }: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      const result = await this.client.query({ name, text, values: values as unknown[] });
      return rowsOf(result);
    } catch (error) {
      await this.close();
      throw asFailure(error);
    }
  }

  /** Whether the session, and with it its locks, has ended, as far as this process knows. */
  get isOver(): boolean {
    return this.hasEnded;
  }

  /** Resolves within a second, even if the database does not answer. */
  async close(): Promise<void> {
    this.hasEnded = true;
    const timeout = setTimeout(() => this.socket.destroy(), CLOSE_MS);
    await this.client.end().catch(() => undefined);
    clearTimeout(timeout);
  }
}
