import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

/** The subject of a span. Its name is constant, never a value of a client or a row. */
export interface SpanSubject {
  readonly name: string;
  readonly kind: 'job' | 'mail' | 'statement' | 'timers' | 'transaction';
}

/** Traces the work of the process (decision 16). */
export interface Tracing {
  /** Middleware that opens a span for each request and continues the trace of its `traceparent`. */
  readonly traceRequest: RequestHandler;
  /** Runs `work` in a span. A job, and a run of the timers, begins a trace of its own. */
  inSpan<Result>(subject: SpanSubject, work: () => Promise<Result>): Promise<Result>;
  /** The id of the current trace, if any. */
  activeTraceId(): string | undefined;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

const traceIds = new WeakMap<IncomingMessage, string>();

export function rememberTrace(request: IncomingMessage, traceId: string): void {
  traceIds.set(request, traceId);
}

/** The id of the request's trace, for its log line; undefined if tracing is off. */
export function traceIdOf(request: IncomingMessage): string | undefined {
  return traceIds.get(request);
}
