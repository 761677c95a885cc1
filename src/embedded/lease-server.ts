import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onLine } from './lines.js';
import type { SupervisorStatus } from './supervisor-link.js';

const INTRODUCTION_MS = 5_000;

/**
 * The supervisor's side of the leases: lets in who knows the secret, tells them all how the database is doing, and
 * notices when the last one is gone, be it by hanging up or by being killed.
 */
export class LeaseServer {
  readonly #secret: Buffer;
  readonly #onUnused: () => boolean;
  // Half-open, because a client that has hung up waits for us to do the same when its lease has been dealt with.
  readonly #listener = createServer({ allowHalfOpen: true }, (socket) => this.#receive(socket));
  readonly #connected = new Set<Socket>();
  readonly #leases = new Set<Socket>();
  #status: SupervisorStatus = { state: 'pending' };

  /**
   * @param onUnused called each time the last lease is given up; says whether {@link close} will follow, until when
   *   that connection then stays open
   */
  constructor(secret: string, onUnused: () => boolean) {
    this.#secret = digest(secret);
    this.#onUnused = onUnused;
  }

  /** Resolves to the loopback port on which leases are granted. */
  async open(): Promise<number> {
    this.#listener.listen(0, '127.0.0.1');
    await once(this.#listener, 'listening');
    return (this.#listener.address() as AddressInfo).port;
  }

  get inUse(): boolean {
    return this.#leases.size > 0;
  }

  /** Tells everybody who holds a lease, and everybody to come. */
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
    const leave = (): void => {
      const wasLast = this.#leases.delete(socket) && !this.inUse;
      if (!wasLast || !this.#onUnused()) socket.end();
    };
    socket.setTimeout(INTRODUCTION_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.once('end', leave);
    socket.once('close', () => {
      this.#connected.delete(socket);
      leave();
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
