import { connect, type Socket } from 'node:net';
import { onLine } from './lines.js';
import type { SupervisorAddress } from './state-file.js';

/** The supervisor's only argument, as JSON. */
export interface SupervisorOptions {
  readonly dataDir: string;
  /** Settings for its PostgreSQL server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Where the server listened before, so that its address stays the same. */
  readonly port?: number;
}

/**
 * The status that a supervisor sends to every lease, one JSON line per change. `pending` is the first line and means
 * that the lease is granted; later it means that the database is being stopped, or started again after it has stopped by
 * itself. `gone` is never sent: it stands for a closed connection.
 */
export type SupervisorStatus =
  | { readonly state: 'pending'; readonly restarting?: true }
  | { readonly state: 'ready'; readonly url: string }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'gone' };

/** A connection to a supervisor. The database keeps running while it is open. */
export interface Lease {
  /** Whether the database started: never `pending`. */
  readonly outcome: Promise<SupervisorStatus>;
  /** Calls `listener` with every status after the outcome, also with those that have come already. */
  watch(listener: (status: SupervisorStatus) => void): void;
  /** Closes the connection. Resolves when the supervisor closes it too; for the last lease, after PostgreSQL has stopped. */
  release(): Promise<void>;
}

const ANSWER_MS = 10_000;
const RELEASE_MS = 60_000;

/** Connects to a supervisor. Undefined if none answers there, or another program now has its port. */
export function takeLease(address: SupervisorAddress): Promise<Lease | undefined> {
  const socket = connect(address.port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const statuses = new Statuses();
  return new Promise((resolveLease) => {
    onLine(socket, (line) => {
      const status = parse(line);
      if (!status) return void socket.destroy();
      socket.setTimeout(0);
      if (status.state === 'pending')
        resolveLease({
          outcome: statuses.outcome,
          watch: (listener) => statuses.watch(listener),
          release: () => release(socket, closed),
        });
      statuses.add(status);
      // A lease must not keep a process running that has nothing else to do.
      if (status.state === 'ready') socket.unref();
    });
    void closed.then(() => {
      resolveLease(undefined);
      statuses.add({ state: 'gone' });
    });
    socket.on('error', () => socket.destroy());
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.write(`${address.secret}\n`);
  });
}

/** The statuses of one lease, in their order. */
class Statuses {
  readonly outcome: Promise<SupervisorStatus>;
  #resolveOutcome: ((status: SupervisorStatus) => void) | undefined;
  #listener: ((status: SupervisorStatus) => void) | undefined;
  readonly #unheard: SupervisorStatus[] = [];

  constructor() {
    this.outcome = new Promise((resolve) => (this.#resolveOutcome = resolve));
  }

  add(status: SupervisorStatus): void {
    if (!this.#resolveOutcome) {
      if (this.#listener) this.#listener(status);
      else this.#unheard.push(status);
    } else if (status.state !== 'pending') {
      this.#resolveOutcome(status);
      this.#resolveOutcome = undefined;
    }
  }

  watch(listener: (status: SupervisorStatus) => void): void {
    this.#listener = listener;
    for (const status of this.#unheard.splice(0)) listener(status);
  }
}

/** Whether a supervisor answers at this address. */
export async function isAlive(address: SupervisorAddress): Promise<boolean> {
  const lease = await takeLease(address);
  await lease?.release();
  return lease !== undefined;
}

function release(socket: Socket, closed: Promise<void>): Promise<void> {
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
