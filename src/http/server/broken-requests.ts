import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { Refusal } from '../../domain/errors.js';
import type { Connections } from './connections.js';
import { refuseAndClose } from './final-answer.js';

/** How often Node looks for requests that take too long. By default it is every 30 s, however short their time. */
const LOOK_FOR_SLOW_REQUESTS_MS = 500;

/**
 * Requests that Node refuses before there is anything to route, too slow or not HTTP, get the same error body as every
 * other; then the connection is closed.
 */
export function answerBrokenRequests(server: Server, connections: Connections): void {
  // Options of a server that Nest does not hand on. A missing Host is refused by `requirePlainHttp`: Node's answer has no body.
  Object.assign(server, {
    connectionsCheckingInterval: LOOK_FOR_SLOW_REQUESTS_MS,
    requireHostHeader: false,
  });
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_, socket) => {
    refuseAndClose(socket, 'InvalidRequestBody', 'This is not a proxy.');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Closing already: what else comes is not read.
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else
      connections.refuseInTurn(socket, () => {
        refuseBroken(socket, error);
      });
  });
}

function refuseBroken(socket: Socket, { code }: NodeJS.ErrnoException): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    refuseAndClose(socket, 'RequestTimeout', 'The request was not complete in time.');
  else
    refuseAndClose(
      socket,
      'InvalidRequestBody',
      'The request is not valid HTTP, or its headers are too large.',
    );
}

/**
 * Middleware that refuses what Node's parser accepts. The service ignores the Host, but HTTP requires that a request with two
 * of them, or with none in HTTP/1.1, is refused (RFC 9112, 3.2): a proxy on the way may have read the other one.
 */
export function requirePlainHttp(request: Request, _: Response, next: NextFunction): void {
  const problem = problemOf(request);
  if (problem === undefined) next();
  else next(new Refusal('InvalidRequestBody', `The request is not valid HTTP: ${problem}.`));
}

function problemOf({ httpVersion, rawHeaders }: Request): string | undefined {
  if (httpVersion !== '1.0' && httpVersion !== '1.1') return 'its version must be 1.0 or 1.1';
  const hosts = countHosts(rawHeaders);
  if (hosts > 1) return 'it has more than one Host header';
  if (hosts === 0 && httpVersion === '1.1') return 'it has no Host header';
  return undefined;
}

/** Every request passes here: Node's `headersDistinct` would make an array of each header. @param headers names and values in turn */
function countHosts(headers: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < headers.length; i += 2)
    if (headers[i]?.length === 4 && headers[i]?.toLowerCase() === 'host') count++;
  return count;
}
