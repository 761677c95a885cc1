import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBuildInfo } from './build-info.js';
import { causeCode } from './cause-code.js';
import { settlesWithin } from '../settles-within.js';
import { isProbe } from './probes.js';
import { requestId } from './request-id.js';
import { methodLabel } from './observed-requests.js';
import { routeOf } from './route-of.js';
import { rememberTrace, type SpanSubject, type Tracing } from './spans.js';
import type { TracingSettings } from '../settings/tracing-settings.js';

/** This is the only file that imports OpenTelemetry. It is loaded only if tracing is on. */

const STOP_MS = 2_000;
const WARN_EVERY_MS = 60_000;

const KINDS: Readonly<Record<SpanSubject['kind'], SpanKind>> = {
  job: SpanKind.CONSUMER,
  mail: SpanKind.CLIENT,
  statement: SpanKind.CLIENT,
  timers: SpanKind.INTERNAL,
  transaction: SpanKind.INTERNAL,
};

export function openTelemetry(settings: TracingSettings): Tracing {
  warnOfFailures();
  const { version } = readBuildInfo();
  const provider = new TracerProvider({
    // A caller's `traceparent` decides whether its trace is kept.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    resource: defaultResource()
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(
        resourceFromAttributes({
          'service.name': settings.serviceName,
          'service.version': version,
          'service.instance.id': randomUUID(),
        }),
      ),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: settings.url }) })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  const tracer = provider.getTracer('holdfast', version);
  return {
    traceRequest: (request, response, next) => {
      if (isProbe(request)) {
        next();
        return;
      }
      const parent = parentOf(request);
      const span = startRequest(tracer, request, response, parent);
      contexts.with(trace.setSpan(parent, span), next);
    },
    inSpan: (subject, work) => {
      const isRoot = subject.kind === 'job' || subject.kind === 'timers';
      const parent = isRoot ? ROOT_CONTEXT : contexts.active();
      const span = tracer.startSpan(
        subject.name,
        { kind: KINDS[subject.kind], attributes: attributesOf(subject) },
        parent,
      );
      return contexts.with(trace.setSpan(parent, span), () => endWith(span, work()));
    },
    activeTraceId: () => trace.getSpanContext(contexts.active())?.traceId,
    stop: async () => {
      await settlesWithin(
        STOP_MS,
        provider.shutdown().catch(() => undefined),
      );
    },
  };
}

/** `tracestate` and `baggage` are ignored: they may contain anything. */
function parentOf({ headers }: IncomingMessage): Context {
  const { traceparent } = headers;
  const remote = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
}

/** The span ends with the response, even if the client does not wait for it. */
function startRequest(
  tracer: Tracer,
  request: IncomingMessage,
  response: ServerResponse,
  parent: Context,
): Span {
  const method = methodLabel(request);
  const attributes = { 'http.request.method': method, 'holdfast.request_id': requestId(request) };
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  rememberTrace(request, span.spanContext().traceId);
  response.once('close', () => {
    const route = routeOf(request);
    span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': response.statusCode });
    if (response.statusCode >= 500) fail(span, (response as { err?: unknown }).err);
    span.end();
  });
  return span;
}

function attributesOf({ kind, name }: SpanSubject): Record<string, string> {
  return kind === 'statement' ? { 'db.system.name': 'postgresql', 'db.query.summary': name } : {};
}

async function endWith<Result>(span: Span, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Sets the error's code, or its class: its message may quote a row or a request. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  const kind = error instanceof Error ? error.constructor.name : 'unknown';
  span.setAttribute('error.type', causeCode(error) ?? kind);
}

/** An unreachable collector must not fill the log. */
function warnOfFailures(): void {
  const logger = new Logger('Tracing');
  let lastAt = -Infinity;
  setGlobalErrorHandler((error) => {
    if (performance.now() - lastAt < WARN_EVERY_MS) return;
    lastAt = performance.now();
    logger.warn({ err: error }, 'Traces could not be sent; they are dropped.');
  });
}
