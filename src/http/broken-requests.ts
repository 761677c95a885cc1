import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../domain/errors.js';
import { ERROR_STATUS } from './error-status.js';
import { NO_CACHE_HEADERS } from './no-cache.interceptor.js';

/**
 * Requests that Node refuses before there is anything to route, too slow or not HTTP, get the same error body as every
 * other; then the connection is closed.
 */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
      end(socket, 'RequestTimeout', 'The request was not complete in time.');
    else end(socket, 'InvalidRequestBody', 'The request is not valid HTTP, or its headers are too large.');
  });
}

function end(socket: Socket, errorCode: ErrorCode, message: string): void {
  const token = randomUUID();
  const body = JSON.stringify({ errorCode, message, token });
  const status = ERROR_STATUS[errorCode];
  const headers = {
    ...NO_CACHE_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': token,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'));
}
