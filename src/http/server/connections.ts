import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { runForRequest } from '../../platform/observability/request-in-progress.js';
import { hasBody } from '../fields/request-body.js';
import { closeSoon, refuseAndClose } from './final-answer.js';

type ConnectionListener = (this: Server, socket: Socket) => void;
type RequestListener = (this: Server, request: IncomingMessage, response: ServerResponse) => void;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Kept, because Node takes it from a request that was destroyed. */
  readonly socket: Socket;
}

/** The requests of one connection: the one that is being answered, and those that the client has sent ahead. */
interface ConnectionState {
  current: Exchange | undefined;
  readonly waiting: Exchange[];
  /** How many requests have begun. */
  count: number;
  /** Ends the connection after these answers: what followed the requests cannot be read. */
  refuseRest?: () => void;
}

/**
 * Then the client connects again, perhaps to another process. Node's `maxRequestsPerSocket` only asks the client to close the
 * connection, and waits for that.
 */
const MAX_REQUESTS = 1_000;

/** More requests sent ahead than this, and the connection is cut: no client in use sends any. */
const MAX_AHEAD = 100;

/** The same for all connections together: each such request takes memory. */
const MAX_AHEAD_IN_ALL = 5_000;

/** Connections above the limit that are still answered. Others are closed without an answer. */
const ANSWERED_ABOVE_LIMIT = 64;

/**
 * The open connections of a server: at most `max`, each with at most one request in progress. A request that a client sends
 * ahead begins once the answer before it is sent, and never if the client has left by then.
 */
export class Connections {
  private readonly turns = new Map<Socket, ConnectionState>();
  private readonly refused = new Set<Socket>();
  private waiting = 0;

  constructor(
    private readonly server: Server,
    private readonly max: number,
  ) {
    server.maxConnections = max + ANSWERED_ABOVE_LIMIT;
    const serve = takeListeners<ConnectionListener>(server, 'connection');
    server.on('connection', (socket) => {
      if (this.admit(socket)) for (const listener of serve) listener.call(server, socket);
    });
    const answer = takeListeners<RequestListener>(server, 'request');
    server.on('request', (request, response) => {
      this.take({ request, response, socket: request.socket }, answer);
    });
  }

  /** Whether a request on the connection is in progress: its head is complete, its answer is not. */
  isAnswering(socket: Socket): boolean {
    return this.turns.get(socket)?.current !== undefined;
  }

  /** Has `refuse` answer what cannot be read, after the answers to the requests that came whole before it. */
  refuseInTurn(socket: Socket, refuse: () => void): void {
    const turn = this.turns.get(socket);
    if (turn?.current === undefined) refuse();
    else if (turn.current.request.complete) turn.refuseRest ??= refuse;
    // Nothing may be written between the parts of an answer that has begun to leave.
    else if (turn.current.response.headersSent) socket.destroy();
    else refuse();
  }

  /** Cuts those without a request in progress, such as silent ones and those with half a head. */
  cutSilent(): void {
    for (const [socket, { current }] of this.turns) if (current === undefined) socket.destroy();
  }

  cutAll(): void {
    for (const socket of [...this.turns.keys(), ...this.refused]) socket.destroy();
  }

  private admit(socket: Socket): boolean {
    if (this.turns.size >= this.max) {
      this.refuse(socket);
      return false;
    }
    this.turns.set(socket, { current: undefined, waiting: [], count: 0 });
    socket.once('close', () => this.turns.delete(socket));
    return true;
  }

  private refuse(socket: Socket): void {
    this.refused.add(socket);
    socket.once('close', () => this.refused.delete(socket));
    socket.on('error', () => socket.destroy());
    refuseAndClose(socket, 'ServiceUnavailable', 'Too many connections are open: try again shortly.', {
      'Retry-After': '1',
    });
  }

  private take(exchange: Exchange, answer: readonly RequestListener[]): void {
    const { socket } = exchange;
    const turn = this.turns.get(socket);
    // After an answer that closes the connection nothing more may be carried out (RFC 9112, 9.6).
    if (turn === undefined || !socket.writable) return;
    if (turn.current === undefined) this.begin(exchange, turn, answer);
    else if (turn.waiting.length < MAX_AHEAD && this.waiting < MAX_AHEAD_IN_ALL) {
      turn.waiting.push(exchange);
      this.waiting++;
    } else socket.destroy();
  }

  private begin(exchange: Exchange, turn: ConnectionState, answer: readonly RequestListener[]): void {
    const { request, response, socket } = exchange;
    turn.current = exchange;
    if (++turn.count >= MAX_REQUESTS) response.setHeader('Connection', 'close');
    if (hasBody(request)) closeUnlessRead(exchange);
    response.once('close', () => {
      turn.current = undefined;
      const next = socket.writable ? turn.waiting.shift() : undefined;
      this.waiting -= next === undefined ? turn.waiting.splice(0).length : 1;
      if (next !== undefined && (next.request.complete || turn.refuseRest === undefined))
        this.begin(next, turn, answer);
      else if (socket.writable) turn.refuseRest?.();
    });
    runForRequest(exchange, () => {
      for (const listener of answer) listener.call(this.server, request, response);
    });
  }
}

/**
 * Closes the connection after an answer to a request whose body has not arrived by then: it may never end, and until it does
 * no other request can follow.
 */
function closeUnlessRead({ request, response, socket }: Exchange): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    if (!request.complete) {
      response.setHeader('Connection', 'close');
      // Node calls this after the last answer on a connection.
      socket.destroySoon = () => {
        closeSoon(socket);
      };
    }
    return writeHead(...head);
  };
}

function takeListeners<Listener>(server: Server, event: string): Listener[] {
  const listeners = server.listeners(event) as Listener[];
  server.removeAllListeners(event);
  return listeners;
}
