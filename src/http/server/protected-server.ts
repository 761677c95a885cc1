import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { answerBrokenRequests } from './broken-requests.js';
import { Connections } from './connections.js';

export interface ServerLimits {
  readonly maxConnections: number;
  /** How long a request's head and its fields may take to arrive, and how long a client may pause while it reads an answer. */
  readonly requestTimeoutSeconds: number;
}

/**
 * Node's limit for a whole request, long enough for an operator's upload of records. Other bodies have a shorter limit
 * (`readJsonText`), and a body that no handler reads ends with the answer.
 */
const MAX_REQUEST_MS = 3_600_000;

/** Longer than the usual idle timeout of a load balancer, which would otherwise reuse a connection that just closed. */
const KEEP_ALIVE_MS = 75_000;

/** Added to the limit of a head, so that a slow head gets its answer before the connection is cut. */
const SILENCE_MARGIN_MS = 2_000;

/** Protects a server from clients that are slow, silent, many or gone. Call it before the server listens. */
export function protectServer(server: Server, limits: ServerLimits): Connections {
  const connections = new Connections(server, limits.maxConnections);
  const requestMs = limits.requestTimeoutSeconds * 1000;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = Math.min(KEEP_ALIVE_MS + 1_000, requestMs);
  server.requestTimeout = MAX_REQUEST_MS;
  server.timeout = requestMs + SILENCE_MARGIN_MS;
  server.on('timeout', (socket: Socket) => {
    // A client that waits for its answer may be silent.
    if (!connections.isAnswering(socket) || socket.writableLength > 0) socket.destroy();
  });
  answerBrokenRequests(server, connections);
  return connections;
}
