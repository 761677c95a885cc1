import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Response } from 'express';
import type { ErrorCode } from '../../domain/errors.js';
import { ERROR_STATUS } from '../errors/error-status.js';
import { hasBody } from '../fields/request-body.js';
import { BASE_HEADERS } from './base-headers.js';

/** How long a client has to read the last answer of its connection and to close its side. */
const LINGER_MS = 1_000;

/**
 * Ends a connection after the written data, and destroys it soon after. Not at once: while the client still sends, the system would answer with a
 * reset, which may reach the client before the answer does.
 */
export function closeSoon(socket: Duplex): void {
  socket.end();
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearTimeout(cut);
  });
  socket.resume();
}

/** Sends the one error body on a connection without a readable request, and closes it. */
export function refuseAndClose(
  socket: Duplex,
  errorCode: ErrorCode,
  message: string,
  otherHeaders: Readonly<Record<string, string>> = {},
): void {
  const token = randomUUID();
  const body = JSON.stringify({ errorCode, message, token });
  const status = ERROR_STATUS[errorCode];
  const headers = {
    ...BASE_HEADERS,
    ...otherHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': token,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'));
  closeSoon(socket);
}

/** Refuses a request that Node cannot read. @param code of Node's error */
export function refuseBroken(socket: Duplex, code: string | undefined): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    refuseAndClose(socket, 'RequestTimeout', 'The request was not complete in time.');
  else
    refuseAndClose(
      socket,
      'InvalidRequestBody',
      'The request is not valid HTTP, or its headers are too large.',
    );
}

/** Closes the connection after an answer to a request whose body is still incomplete: it may never end, and no other request can follow before. */
export function closeAfterUnreadBodies({ response }: Express): void {
  const { writeHead } = response as { writeHead: (this: Response, ...head: unknown[]) => Response };
  response.writeHead = function (...head: unknown[]) {
    if (!this.req.complete && hasBody(this.req)) this.setHeader('Connection', 'close');
    return writeHead.apply(this, head);
  };
}
