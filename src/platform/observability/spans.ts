import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

/** What a span is about. The name is one of ours: never a value that a client or a row has. */
export interface SpanSubject {
  readonly name: string;
  readonly kind: 'job' | 'mail' | 'statement' | 'timers' | 'transaction';
}

/** Traces of what the process does (decision 16). */
export interface Tracing {
  /** Middleware: a span for each request, which continues the trace of its `traceparent`. */
  readonly traceRequest: RequestHandler;
  /** Runs `work` in a span. A job, and a run of the timers, begins a trace of its own. */
  inSpan<Result>(subject: SpanSubject, work: () => Promise<Result>): Promise<Result>;
  /** The id of the trace to which the code that calls this belongs, if any. */
  activeTraceId(): string | undefined;
  /** Sends what has not been sent. */
  stop(): Promise<void>;
}

const traceIds = new WeakMap<IncomingMessage, string>();

export function rememberTrace(request: IncomingMessage, traceId: string): void {
  traceIds.set(request, traceId);
}

/** The id of the request's trace, for its log line; undefined where nothing is traced. */
export function traceIdOf(request: IncomingMessage): string | undefined {
  return traceIds.get(request);
}
