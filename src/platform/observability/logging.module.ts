import type { IncomingMessage, ServerResponse } from 'node:http';
import { isNativeError } from 'node:util/types';
import type { DynamicModule } from '@nestjs/common';
import { LoggerModule, PinoLogger } from 'nestjs-pino';
import { destination } from 'pino';
import type { Config, LogLevel } from '../settings/config.js';
import { isProbe } from './probes.js';
import { proxyRequestId, requestId } from './request-id.js';
import { routeOf } from './route-of.js';
import { traceIdOf } from './spans.js';
import { activeTracing } from './tracing.js';

/**
 * Logs JSON lines, one per request. A line contains only the values chosen here: a URL, a header or a body may contain a
 * token, a patron, a title or an e-mail address.
 */
export const LoggingModule = {
  of(config: Config): DynamicModule {
    return LoggerModule.forRoot({
      // A prefix and not a pattern: a URL that cannot be decoded matches no pattern and would not be logged.
      forRoutes: ['/'],
      pinoHttp: {
        level: config.logLevel,
        stream: standardOutput(),
        genReqId: requestId,
        quietReqLogger: true,
        ...(config.tracing && { mixin: activeTrace }),
        customAttributeKeys: { reqId: 'requestId', responseTime: 'milliseconds' },
        customSuccessMessage: () => 'request',
        customErrorMessage: () => 'request',
        customLogLevel: (request, { statusCode, err }) =>
          statusCode >= 500 || err ? 'error' : isProbe(request) ? 'debug' : 'info',
        customSuccessObject: (request, response, line: object) => ({
          ...line,
          ...accessLine(request, response),
        }),
        customErrorObject: (request, response, _, line: object) => ({
          ...line,
          ...accessLine(request, response),
        }),
        // Otherwise the serializers get a description of the error instead of the error.
        wrapSerializers: false,
        serializers: { req: () => undefined, res: () => undefined, err: withoutValues },
      },
    });
  },
};

/** Changes the level of a running service. Requests in progress keep the old one. */
export function setLogLevel(level: LogLevel): void {
  PinoLogger.root.level = level;
}

let output: ReturnType<typeof destination> | undefined;

/**
 * Buffers lines for at most 0.1 s, and writes the rest when the process ends. One system call per line would be a tenth of
 * the work of a short request.
 */
function standardOutput(): ReturnType<typeof destination> {
  output ??= losingLines(
    destination({ fd: 1, sync: false, minLength: 4_096, periodicFlush: 100, maxLength: MAX_UNWRITTEN_LINES }),
  );
  return output;
}

/** Writes each line at once: for the few lines about the program itself, the last one among them. */
export function lineByLine(): ReturnType<typeof destination> {
  return losingLines(destination({ fd: 1, sync: true }));
}

/** In characters. While nothing can be written, further lines are lost: the process would run out of memory. */
const MAX_UNWRITTEN_LINES = 4 * 1024 * 1024;

/** The service goes on without its log where that cannot be written, such as on a full disk. */
function losingLines<Output extends ReturnType<typeof destination>>(lines: Output): Output {
  lines.on('error', () => undefined);
  return lines;
}

/** The route's template instead of the URL, which may identify a title. */
function accessLine(request: IncomingMessage, response: ServerResponse): object {
  const [traceId, proxyId] = [traceIdOf(request), proxyRequestId(request)];
  return {
    method: request.method,
    route: routeOf(request),
    status: response.statusCode,
    ...(traceId !== undefined && { traceId }),
    ...(proxyId !== undefined && { proxyRequestId: proxyId }),
  };
}

/** The trace of lines about something else than a request. */
function activeTrace(): object {
  const traceId = activeTracing()?.activeTraceId();
  return traceId === undefined ? {} : { traceId };
}

/**
 * An error's class, code and stack, and the class and code of what caused it. Its message and other members may quote a row
 * or a request.
 */
export function withoutValues(error: unknown): object {
  if (!isError(error)) return { kind: typeof error };
  const at = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { ...kindOf(error), at, ...causeOf(error) };
}

/** Deep enough for what the database, Prisma and the mail server wrap; errors may cause each other in a circle. */
const MAX_CAUSES = 4;

function causeOf({ cause }: Error, depth = 1): object {
  if (!isError(cause) || depth > MAX_CAUSES) return {};
  return { cause: { ...kindOf(cause), ...causeOf(cause, depth + 1) } };
}

function kindOf(error: Error): object {
  const code: unknown = 'code' in error ? error.code : undefined;
  // The driver calls its errors 'error'.
  const kind = /^[A-Z]/.test(error.name) ? error.name : error.constructor.name;
  return { kind, ...(typeof code === 'string' && { code }) };
}

/** Not `instanceof` alone: errors of the system may come from another realm. */
function isError(error: unknown): error is Error {
  return error instanceof Error || isNativeError(error);
}
