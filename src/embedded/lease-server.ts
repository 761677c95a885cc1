import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onLine } from './lines.js';
import type { SupervisorStatus } from './supervisor-link.js';

const AUTHENTICATION_MS = 5_000;

/**
 * The supervisor's side of the leases. It grants a lease to each client that knows the secret, sends all of them the
 * status of the database, and notices when the last client disconnects or is killed.
 */
export class LeaseServer {
  readonly #secret: Buffer;
  readonly #onUnused: () => boolean;
  // Half-open: a client that closes its side waits until we close ours, which confirms the release.
  readonly #listener = createServer({ allowHalfOpen: true }, (socket) => this.#receive(socket));
  readonly #connected = new Set<Socket>();
  readonly #leases = new Set<Socket>();
  #status: SupervisorStatus = { state: 'pending' };

  /**
   * @param onUnused called when the last lease is released; returns whether {@link close} will follow. If so, that
   *   last connection stays open until then.
   */
  constructor(secret: string, onUnused: () => boolean) {
    this.#secret = digest(secret);
    this.#onUnused = onUnused;
  }

  /** Starts listening on the loopback address. Resolves to the port. */
  async open(): Promise<number> {
    this.#listener.listen(0, '127.0.0.1');
    await once(this.#listener, 'listening');
    return (this.#listener.address() as AddressInfo).port;
  }

  get inUse(): boolean {
    return this.#leases.size > 0;
  }

  /** Sends the status to all current leases and to those granted later. */
  announce(status: SupervisorStatus): void {
    this.#status = status;
    for (const socket of this.#leases) send(socket, status);
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const closed = once(this.#listener, 'close');
    this.#listener.close();
    for (const socket of this.#connected) socket.destroySoon();
    await closed;
  }

  #receive(socket: Socket): void {
    this.#connected.add(socket);
    const release = (): void => {
      const wasLast = this.#leases.delete(socket) && !this.inUse;
      if (!wasLast || !this.#onUnused()) socket.end();
    };
    socket.setTimeout(AUTHENTICATION_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.once('end', release);
    socket.once('close', () => {
      this.#connected.delete(socket);
      release();
    });
    onLine(socket, (secret) => {
      if (!timingSafeEqual(digest(secret), this.#secret)) return void socket.destroy();
      socket.setTimeout(0);
      this.#leases.add(socket);
      send(socket, { state: 'pending' });
      if (this.#status.state !== 'pending') send(socket, this.#status);
    });
  }
}

function send(socket: Socket, status: SupervisorStatus): void {
  socket.write(`${JSON.stringify(status)}\n`);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
