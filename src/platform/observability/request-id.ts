import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';

/** The ids of proxies: GUIDs, and numbers with separators. Other ids are not logged. */
const PROXY_ID = /^[\w.:+/=-]{1,128}$/;

const proxyIds = new WeakMap<IncomingMessage, string>();

/**
 * Middleware that gives each request an id: a new GUID, which appears in X-Request-Id, in the request's log lines and in the token of an error. It
 * runs first, so that every refusal has an id. It also keeps the id that a trusted proxy has sent.
 */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const id = randomUUID();
  request.id = id;
  response.setHeader('X-Request-Id', id);
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && PROXY_ID.test(given) && isFromProxy(request)) proxyIds.set(request, given);
  next();
};

/** Whether the connection comes from one of `TRUSTED_PROXIES`. Other clients could write misleading ids into the log. */
function isFromProxy({ app, socket }: Request): boolean {
  const trusts = app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  return trusts(socket.remoteAddress, 0);
}

export function requestId(request: IncomingMessage): string {
  return typeof request.id === 'string' ? request.id : '';
}

/** The `X-Request-Id` that a trusted proxy has sent. */
export function proxyRequestId(request: IncomingMessage): string | undefined {
  return proxyIds.get(request);
}
