import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Middleware that gives each request an id: a new GUID, which appears in X-Request-Id, in the request's log lines and in
 * the token of an error. It runs first, so that every refusal has an id.
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
