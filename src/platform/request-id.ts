import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Middleware that gives each request its id: a GUID of our own, in X-Request-Id, in every log line of the request and in
 * an error's token. It comes before all else, so that no refusal is without one.
 */
export function identifyRequest(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const id = randomUUID();
  request.id = id;
  response.setHeader('X-Request-Id', id);
  next();
}

export function requestId(request: IncomingMessage): string {
  return typeof request.id === 'string' ? request.id : '';
}
