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
 * The connections of a job runner. A runner removes its listeners from its own pool before closing it, and a session lost at that moment would end
 * the process. The listeners of this pool stay. A runner that loses its listening session while it stops also releases it twice, which must not end
 * the process either.
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
      // Makes the driver close a connection whose query has timed out, instead of using it again.
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

  /** Closes the connections, and after a second their sockets, in case the database does not answer. */
  close(): void {
    if (!this.ending) void this.end().catch(() => undefined);
    setTimeout(() => this.cut(), CLOSE_MS).unref();
  }

  /** Closes all sockets at once. Statements in progress fail, and so do later ones. */
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

/** For some error codes a runner waits up to two minutes before it tries again. Without a code it waits a second, as after any other error. */
function withoutCode(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : 'Not connected.', { cause: error });
}
