import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type RequestInProgress, runForRequest } from '../../platform/observability/request-in-progress.js';
import { settlesWithin } from '../../platform/settles-within.js';
import { closeSoon, refuseAndClose, refuseBroken } from './final-answer.js';

export interface ServerLimits {
  readonly maxConnections: number;
  /** How long a request's head and its fields may take to arrive, and how long a client may pause while it reads an answer. */
  readonly requestTimeoutSeconds: number;
  /** How long requests may continue once the server closes. */
  readonly shutdownSeconds: number;
}

/** Longer than the usual idle timeout of a load balancer, which would otherwise reuse a connection that just closed. */
const KEEP_ALIVE_MS = 75_000;
/** For an operator's upload of records. Other bodies have a shorter limit (`readJsonText`), and end with the answer if unread. */
const MAX_REQUEST_MS = 3_600_000;
/** Added to the limit of a head, so that a slow head gets its answer before the connection is cut. */
const SILENCE_MARGIN_MS = 2_000;
/** Connections above the limit that are answered 503. Node closes others without an answer. */
const ANSWERED_ABOVE_LIMIT = 64;
/** After these, the client connects again, perhaps to another process. */
const REQUESTS_PER_CONNECTION = 1_000;
/** Pipelined requests that wait for answers, on all connections together: each takes memory. No client in use sends any. */
const MAX_WAITING = 1_000;
/** How long the answers before a CONNECT may take. */
const TUNNEL_MS = 5_000;
/** While the server closes: the interval for closing idle connections, and how long a new client may take to send a request. */
const SWEEP_MS = 50;
const SILENCE_MS = 5_000;

interface Exchange extends RequestInProgress {
  /** The number of requests on the connection, including this one. */
  readonly count: number;
  /** Resolves when the previous answer is sent. */
  readonly turn: Promise<void> | undefined;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/**
 * Node's server with limits for clients that are slow, silent, many or gone. Node keeps most of them. The rest is here:
 * - What is not HTTP, comes too slowly or on too many connections is answered with the one error body.
 * - A connection's requests are carried out one after the other, and none after its last answer (RFC 9112, 9.3.2 and 9.6). Node
 *   would begin all that a client sends ahead, without a limit while none is answered.
 * - A client that still sends can read its last answer.
 * - A closing server answers what is in progress, and waits neither for silent clients nor for longer than `shutdownSeconds`.
 */
export class ProtectedServer extends Server {
  /** The last request of each connection. */
  private readonly last = new WeakMap<Socket, Exchange>();
  private waiting = 0;
  private inProgress = 0;

  constructor(
    private readonly limits: ServerLimits,
    private readonly answer: RequestListener,
  ) {
    const requestMs = limits.requestTimeoutSeconds * 1000;
    super({
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: Math.min(KEEP_ALIVE_MS, requestMs),
      requestTimeout: MAX_REQUEST_MS,
      // The interval for finding slow requests.
      connectionsCheckingInterval: 500,
      // `requirePlainHttp` refuses it: Node's answer has no body.
      requireHostHeader: false,
    });
    this.maxConnections = limits.maxConnections + ANSWERED_ABOVE_LIMIT;
    this.timeout = requestMs + SILENCE_MARGIN_MS;
    this.on('connection', (socket: Socket) => this.admit(socket));
    // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
    for (const event of ['request', 'checkExpectation'])
      this.on(event, (request: IncomingMessage, response: ServerResponse) => this.take(request, response));
    this.on('connect', (_, socket) => void this.refuseTunnel(socket as Socket));
    this.on('clientError', (error, socket) => void this.refuseInTurn(error, socket as Socket));
    this.on('timeout', (socket: Socket) => {
      // A client that waits for its answer may be silent.
      if (!this.isAnswering(socket) || socket.writableLength > 0) socket.destroy();
    });
  }

  override close(done?: (error?: Error) => void): this {
    if (this.listening) this.endConnections();
    return super.close(done);
  }

  private endConnections(): void {
    const begun = performance.now();
    const sweeper = setInterval(() => {
      const elapsed = performance.now() - begun;
      const isOver = elapsed > this.limits.shutdownSeconds * 1000;
      // Node takes silent clients for busy ones, and no longer looks for slow ones.
      if (isOver || (this.inProgress === 0 && elapsed > SILENCE_MS)) this.closeAllConnections();
      else this.closeIdleConnections();
    }, SWEEP_MS);
    this.once('close', () => clearInterval(sweeper));
  }

  private admit(socket: Socket): void {
    // Node calls it after the last answer. Its own would reset the connection of a client that still sends.
    socket.destroySoon = () => closeSoon(socket);
    this.getConnections((_, count) => {
      if (count <= this.limits.maxConnections) return;
      const message = 'Too many connections are open: try again shortly.';
      refuseAndClose(socket, 'ServiceUnavailable', message, { 'Retry-After': '1' });
    });
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const turn = this.turnOn(socket);
    if (turn !== undefined && this.waiting >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const count = (this.last.get(socket)?.count ?? 0) + 1;
    const exchange = { count, request, response, socket, turn, ended, end };
    this.last.set(socket, exchange);
    if (turn === undefined) this.begin(exchange);
    else void this.beginAfter(turn, exchange);
  }

  private async beginAfter(turn: Promise<void>, exchange: Exchange): Promise<void> {
    this.waiting++;
    await turn;
    this.waiting--;
    this.begin(exchange);
  }

  private begin(exchange: Exchange): void {
    const { count, request, response, socket, end } = exchange;
    // The client has left, or was sent its last answer.
    if (!socket.writable) return end();
    this.inProgress++;
    response.once('close', () => {
      this.inProgress--;
      end();
    });
    if (!this.listening || count >= REQUESTS_PER_CONNECTION) response.setHeader('Connection', 'close');
    runForRequest(exchange, () => this.answer(request, response));
  }

  private isAnswering(socket: Socket): boolean {
    return this.last.get(socket)?.response.closed === false;
  }

  /** Resolves when all requests of the connection are answered; undefined if they are. */
  private turnOn(socket: Socket): Promise<void> | undefined {
    return this.isAnswering(socket) ? this.last.get(socket)?.ended : undefined;
  }

  /**
   * Refuses a CONNECT after the answers to the requests before it. Node has detached from the connection: it no longer handles its errors, its
   * silence, or the resumption of long answers.
   */
  private async refuseTunnel(socket: Socket): Promise<void> {
    socket.on('error', () => undefined);
    const isAnswered = await settlesWithin(TUNNEL_MS, Promise.resolve(this.turnOn(socket)));
    if (!isAnswered) socket.destroy();
    else if (socket.writable) refuseAndClose(socket, 'InvalidRequestBody', 'This is not a proxy.');
  }

  /** Refuses an unreadable request, after the answers to the complete requests before it. */
  private async refuseInTurn({ code }: NodeJS.ErrnoException, socket: Socket): Promise<void> {
    if (!socket.writable) return;
    socket.pause();
    const last = this.last.get(socket);
    // Nothing may be written between the parts of an answer that is being sent.
    await (last?.request.complete === true || last?.response.headersSent === true ? last.ended : last?.turn);
    if (socket.writable) refuseBroken(socket, code);
  }
}
