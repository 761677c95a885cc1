import type { SpanSubject, Tracing } from './spans.js';
import type { TracingSettings } from '../settings/tracing-settings.js';

let tracing: Tracing | undefined;

/** Undefined where nothing is traced. Code that runs often asks for it first, and then makes no closure for nothing. */
export function activeTracing(): Tracing | undefined {
  return tracing;
}

export function inSpan<Result>(subject: SpanSubject, work: () => Promise<Result>): Promise<Result> {
  return tracing === undefined ? work() : tracing.inSpan(subject, work);
}

/** Call it before the service is created. OpenTelemetry is loaded here, and only if there are settings for it. */
export async function startTracing(settings: TracingSettings | undefined): Promise<void> {
  if (settings === undefined) return;
  const { openTelemetry } = await import('./opentelemetry.js');
  tracing = openTelemetry(settings);
}

export async function stopTracing(): Promise<void> {
  await tracing?.stop();
  tracing = undefined;
}
