import { connect } from 'node:net';
import { setImmediate } from 'node:timers';

/**
 * A keep-alive HTTP connection with one request at a time. It sends prepared bytes and parses as little of an answer as
 * possible, because the load runs on the same machine as the service. It connects at its first request, because the server
 * closes a connection that stays idle.
 */
export class Connection {
  #port;
  #socket;
  #received;
  #expected;
  #status = 0;
  #isLast = false;
  #done;

  constructor(port) {
    this.#port = port;
  }

  /** @param {(status: number) => void} done called with the answer's status; 0 if the connection was lost */
  send(bytes, done) {
    this.#done = done;
    this.#socket ??= this.#connect();
    if (this.#socket.destroyed) setImmediate(() => this.#finish(0));
    else this.#socket.write(bytes);
  }

  close() {
    this.#socket?.destroy();
  }

  #connect() {
    const socket = connect(this.#port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (socket === this.#socket) this.#finish(0);
    });
    return socket;
  }

  #receive(chunk) {
    this.#received = this.#received === undefined ? chunk : Buffer.concat([this.#received, chunk]);
    if (this.#expected === undefined && !this.#readHead()) return;
    if (this.#received.length >= this.#expected) this.#finish(this.#status);
  }

  #readHead() {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.#received.latin1Slice(0, end);
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined && this.#status !== 204) throw new Error('An answer has no Content-Length.');
    this.#expected = end + 4 + Number(length ?? 0);
    this.#isLast = /\r\nconnection: close/i.test(head);
    return true;
  }

  #finish(status) {
    const done = this.#done;
    // The service has answered all that it answers on one connection.
    if (this.#isLast) this.#socket = undefined;
    this.#isLast = false;
    this.#done = this.#received = this.#expected = undefined;
    done?.(status);
  }
}
