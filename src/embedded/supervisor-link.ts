import { connect, type Socket } from 'node:net';
import { onLine } from './lines.js';
import type { SupervisorAddress } from './state-file.js';

/** What a supervisor is told when it is started. */
export interface SupervisorPlan {
  readonly dataDir: string;
  /** Settings for its PostgreSQL server. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * What a supervisor tells everybody who holds a lease, one JSON line each time it changes. `pending`, the first
 * line, says that the lease is granted; `gone` is not sent, it is what a closed connection means.
 */
export type SupervisorStatus =
  | { readonly state: 'pending' }
  | { readonly state: 'ready'; readonly url: string }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'gone' };

/** A connection to a supervisor. While it is open, even if nothing is said, the database keeps running. */
export interface Lease {
  /** What came of the database: never `pending`. */
  readonly outcome: Promise<SupervisorStatus>;
  /** Hangs up; resolves once the supervisor has too, which the last one's does after PostgreSQL has stopped. */
  release(): Promise<void>;
}

const ANSWER_MS = 10_000;
const RELEASE_MS = 60_000;

/** Connects to a supervisor; undefined if nobody is there, or somebody else who got its port or its folder. */
export function takeLease(address: SupervisorAddress): Promise<Lease | undefined> {
  const socket = connect(address.port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return new Promise((granted) => {
    const outcome = new Promise<SupervisorStatus>((settle) => {
      onLine(socket, (line) => {
        const status = parse(line);
        if (!status) return void socket.destroy();
        socket.setTimeout(0);
        if (status.state === 'pending') granted({ outcome, release: () => hangUp(socket, closed) });
        else settle(status);
        // The lease alone is no reason to go on living for a process that is otherwise done.
        if (status.state === 'ready') socket.unref();
      });
      void closed.then(() => {
        granted(undefined);
        settle({ state: 'gone' });
      });
    });
    socket.on('error', () => socket.destroy());
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.write(`${address.secret}\n`);
  });
}

/** Whether a supervisor answers at this address. */
export async function isAlive(address: SupervisorAddress): Promise<boolean> {
  const lease = await takeLease(address);
  await lease?.release();
  return lease !== undefined;
}

function hangUp(socket: Socket, closed: Promise<void>): Promise<void> {
  socket.ref();
  socket.setTimeout(RELEASE_MS, () => socket.destroy());
  socket.end();
  return closed;
}

function parse(line: string): SupervisorStatus | undefined {
  try {
    const status = JSON.parse(line) as SupervisorStatus;
    return ['pending', 'ready', 'failed'].includes(status.state) ? status : undefined;
  } catch {
    return undefined;
  }
}
