import type { DynamicModule, LoggerService } from '@nestjs/common';
import { Logger, LoggerModule, PinoLogger } from 'nestjs-pino';
import { pino } from 'pino';
import type { Config, LogLevel } from '../settings/config.js';
import { lineByLine, standardOutput, withoutValues } from './log-lines.js';
import { requestId } from './request-id.js';
import { requestInProgress } from './request-in-progress.js';
import { activeTracing } from './tracing.js';

/**
 * Logs JSON lines. A line contains only values chosen for it: a URL, a header or a body may contain a token, a patron, a title or an e-mail address.
 */
export const LoggingModule = {
  of(config: Config): DynamicModule {
    return LoggerModule.forRoot({
      // The library's middleware would make two loggers for each request. `observeRequests` writes the requests' lines.
      forRoutes: [],
      pinoHttp: {
        level: config.logLevel,
        stream: standardOutput(),
        mixin: context,
        serializers: { err: withoutValues },
        // Otherwise the serializer gets a description of the error instead of the error.
        wrapSerializers: false,
      },
    });
  },
};

/** The log until the service has its own: the same lines, without Nest's messages about every module and route. */
export function startLog(): LoggerService {
  const log = pino({ level: 'warn', serializers: { err: withoutValues } }, lineByLine());
  // Pino's logger has every member of PinoLogger that is used; a PinoLogger would become the service's own log.
  return new Logger(log as unknown as PinoLogger, {});
}

/** Changes the level of a running service. */
export function setLogLevel(level: LogLevel): void {
  PinoLogger.root.level = level;
}

/** The ids of request and trace, which every line gets. A request's own line has both already. */
function context(): object {
  const request = requestInProgress()?.request;
  const traceId = activeTracing()?.activeTraceId();
  return {
    ...(request && { requestId: requestId(request) }),
    ...(traceId !== undefined && { traceId }),
  };
}
