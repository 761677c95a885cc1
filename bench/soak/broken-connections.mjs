import { connect } from 'node:net';

/** So many stay open, so that the number of descriptors stays the same if the service frees each one. */
const SILENT = 8;

const REQUESTS = [
  // Says nothing.
  '',
  // Stops in its headers.
  'GET /v1/patrons/me/holds HTTP/1.1\r\nHost: soak\r\nAuthoriz',
  // Stops in its body.
  'POST /v1/patrons/me/holds HTTP/1.1\r\nHost: soak\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"fie',
  // Asks and leaves before the answer.
  'GET /openapi.json HTTP/1.1\r\nHost: soak\r\n\r\n',
];

/** Clients that stay silent, or that go away in the middle of a request. */
export class BrokenConnections {
  #ports;
  #silent = new Set();
  #opened = 0;

  constructor(ports) {
    this.#ports = ports;
  }

  /** Keeps the silent connections at their number, and cuts one connection of each kind. */
  refresh() {
    while (this.#silent.size < SILENT) {
      const socket = this.#open(REQUESTS[this.#opened % 3]);
      this.#silent.add(socket);
      socket.on('close', () => this.#silent.delete(socket));
    }
    for (const text of REQUESTS) {
      const socket = this.#open(text);
      socket.once('connect', () => setTimeout(() => socket.resetAndDestroy(), 20));
    }
  }

  close() {
    for (const socket of this.#silent) socket.destroy();
  }

  #open(text) {
    const socket = connect(this.#ports[this.#opened++ % this.#ports.length], '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    if (text !== '') socket.write(text);
    return socket;
  }
}
