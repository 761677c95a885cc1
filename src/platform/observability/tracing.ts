import type { SpanSubject, Tracing } from './spans.js';
import type { TracingSettings } from '../settings/tracing-settings.js';

let tracing: Tracing | undefined;

/** Undefined if tracing is off. Code that runs often asks for it first, and so avoids a closure. */
export function activeTracing(): Tracing | undefined {
  return tracing;
}

export function inSpan<Result>(subject: SpanSubject, work: () => Promise<Result>): Promise<Result> {
  return tracing === undefined ? work() : tracing.inSpan(subject, work);
}

/** Call it before the service is created. Loads OpenTelemetry only if there are settings for it. */
export async function startTracing(settings: TracingSettings | undefined): Promise<void> {
  if (settings === undefined) return;
  const { openTelemetry } = await import('./opentelemetry.js');
  tracing = openTelemetry(settings);
}

export async function stopTracing(): Promise<void> {
  await tracing?.stop();
  tracing = undefined;
}
