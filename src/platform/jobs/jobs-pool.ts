import type { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseSocket } from '../database/connections/database-socket.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** Every statement of a runner is short; only a lock on the jobs makes it wait. */
const STATEMENT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
const CLOSE_MS = 1_000;

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * The connections of a job runner. A runner removes its listeners from its own pool before closing it, and a session lost
 * at that moment would end the process. The listeners of this pool stay. A runner that loses the session on which it listens
 * while it stops gives it back twice, which must not end the process either.
 */
export class JobsPool extends pg.Pool {
  private readonly sockets: ReadonlySet<Socket>;

  constructor(connectionString: string, max: number) {
    const sockets = new Set<Socket>();
    super({
      connectionString,
      max,
      application_name: 'holdfast-jobs',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      // The server ends slow statements itself. This timeout is for a server that no longer answers.
      query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      // With it, the driver closes a connection whose query has timed out, instead of using it again.
      pipeline: true,
      stream: () => {
        const socket = new DatabaseSocket();
        sockets.add(socket);
        return socket.once('close', () => sockets.delete(socket));
      },
    });
    this.sockets = sockets;
    this.on('error', () => undefined);
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (connected !== undefined)
      return super.connect((error, client, release) => connected(error, client, once(release)));
    return super.connect().catch((error: unknown) => {
      throw withoutCode(error);
    });
  }

  /** Closes the connections, and after a second, for a database that does not answer, their sockets. */
  close(): void {
    if (!this.ending) void this.end().catch(() => undefined);
    setTimeout(() => this.cut(), CLOSE_MS).unref();
  }

  /** Closes all sockets at once. What waits for the database fails, and so does what asks for it later. */
  cut(): void {
    if (!this.ending) void this.end().catch(() => undefined);
    for (const socket of this.sockets) socket.destroy();
  }
}

type Release = Parameters<Connected>[2];

function once(release: Release): Release {
  let isReleased = false;
  return (destroy) => {
    if (isReleased) return;
    isReleased = true;
    release(destroy);
  };
}

/**
 * By the code of some errors a runner decides to wait, for up to two minutes, before it tries again. Without one it tries
 * again after a second, as it does after any other.
 */
function withoutCode(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : 'Not connected.', { cause: error });
}
