import * as z from 'zod';
import { withoutSlashAtEnd } from './setting-rules.js';

/** Where traces are sent, and which are kept. */
export interface TracingSettings {
  /** The address of a collector that takes OTLP over HTTP, with the path for traces. */
  readonly url: string;
  readonly serviceName: string;
  /** The share of traces beginning here that is kept, from 0 to 1. */
  readonly ratio: number;
}

/** The standard variables of OpenTelemetry. The exporter itself reads further ones, such as OTEL_EXPORTER_OTLP_HEADERS. */
export const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isCollector, 'must be an http:// or https:// address without a user name, query or fragment')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('holdfast'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine(
      (value) => /^(?:0|1|[01]?\.\d+)$/.test(value) && Number(value) <= 1,
      'must be a number from 0 to 1',
    )
    .transform(Number)
    .default(1),
};

type Given = z.infer<z.ZodObject<typeof TRACING_SETTINGS>>;

/** Undefined without an address: tracing is then off, and its code is not loaded. */
export function tracingOf(given: Given): TracingSettings | undefined {
  if (given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    url: `${withoutSlashAtEnd(given.OTEL_EXPORTER_OTLP_ENDPOINT)}/v1/traces`,
    serviceName: given.OTEL_SERVICE_NAME,
    ratio: given.OTEL_TRACES_SAMPLER_ARG,
  };
}

function isCollector(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && `${username}${search}${hash}` === '';
}
