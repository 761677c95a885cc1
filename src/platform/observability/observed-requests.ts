import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { RequestHandler } from 'express';
import { PinoLogger } from 'nestjs-pino';
import type { Metrics } from './metrics.js';
import { isProbe } from './probes.js';
import { proxyRequestId, requestId } from './request-id.js';
import { routeOf } from './route-of.js';
import { traceIdOf } from './spans.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The label of everything that clients can choose freely: each label takes memory as long as the process runs. */
const OTHER = 'other';

/** The request's method, or `other` for one that the service does not know. */
export function methodLabel({ method = OTHER }: IncomingMessage): string {
  return METHODS.includes(method) ? method : OTHER;
}

const unlogged = new WeakSet<IncomingMessage>();

/** For a request of a flood, which must not become a flood of lines. */
export function leaveOutOfLog(request: IncomingMessage): void {
  unlogged.add(request);
}

/** When their answers began. */
const streams = new WeakMap<IncomingMessage, number>();

/**
 * For an answer that has begun and goes on until somebody ends it: its time is that until it began, and its line says that it is
 * a stream, and for how long it was open.
 */
export function noteStream(request: IncomingMessage): void {
  streams.set(request, performance.now());
}

/**
 * Middleware: writes each request's log line, and measures it until its last byte, requests refused by guards included. One
 * listener does both: every request passes here.
 */
export function observeRequests(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const begun = performance.now();
    response.on('error', keepError);
    response.on('close', () => {
      const milliseconds = performance.now() - begun;
      const streamBegan = streams.get(request);
      // A client that has left has no time until the last byte.
      if (response.writableFinished || streamBegan !== undefined)
        metrics.requests.observe(
          {
            method: methodLabel(request),
            route: routeOf(request),
            status: response.statusCode in STATUS_CODES ? response.statusCode : OTHER,
          },
          (streamBegan === undefined ? milliseconds : streamBegan - begun) / 1000,
        );
      if (!unlogged.has(request)) writeLine(request, response, milliseconds);
    });
    next();
  };
}

function keepError(this: ServerResponse, error: Error): void {
  this.err ??= error;
}

/** Only the values chosen here: the route's template instead of the URL, which may identify a title. */
function writeLine(request: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  const line: Record<string, unknown> = {
    requestId: requestId(request),
    milliseconds: Math.round(milliseconds),
    method: request.method,
    route: routeOf(request),
    status: response.statusCode,
  };
  if (streams.has(request)) line.stream = true;
  const [traceId, proxyId, { err }] = [traceIdOf(request), proxyRequestId(request), response];
  if (traceId !== undefined) line.traceId = traceId;
  if (proxyId !== undefined) line.proxyRequestId = proxyId;
  if (err !== undefined) line.err = err;
  if (err !== undefined || response.statusCode >= 500) PinoLogger.root.error(line, 'request');
  else if (isProbe(request)) PinoLogger.root.debug(line, 'request');
  else PinoLogger.root.info(line, 'request');
}
