import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DynamicModule } from '@nestjs/common';
import { LoggerModule, PinoLogger } from 'nestjs-pino';
import type { Config, LogLevel } from '../settings/config.js';
import { standardOutput, withoutValues } from './log-lines.js';
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
