import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { destination } from 'pino';
import type { Config } from './config.js';
import { requestId } from './request-id.js';
import { routeOf } from './route-of.js';

/**
 * Logs as JSON lines, one per request. What may stand in a line is listed here; all else is left out, because an
 * address, a header or a body may hold a token, a patron, a title or an e-mail address.
 */
export const LoggingModule = {
  of(config: Config): DynamicModule {
    return LoggerModule.forRoot({
      // By prefix: a pattern would be matched, and an address that cannot be decoded would go unlogged.
      forRoutes: ['/'],
      pinoHttp: {
        level: config.logLevel,
        stream: standardOutput(),
        genReqId: requestId,
        quietReqLogger: true,
        customAttributeKeys: { reqId: 'requestId', responseTime: 'milliseconds' },
        customSuccessMessage: () => 'request',
        customErrorMessage: () => 'request',
        customLogLevel: (_, response) => (response.statusCode >= 500 ? 'error' : 'info'),
        customSuccessObject: (request, response, line: object) => ({
          ...line,
          ...accessLine(request, response),
        }),
        customErrorObject: (request, response, _, line: object) => ({
          ...line,
          ...accessLine(request, response),
        }),
        // Else the serializers get a description of the error instead of the error.
        wrapSerializers: false,
        serializers: { req: () => undefined, res: () => undefined, err: withoutValues },
      },
    });
  },
};

let output: ReturnType<typeof destination> | undefined;

/**
 * Lines are written several at a time, at the latest after a tenth of a second and at the process's end: a system call for
 * each would be a tenth of the work of a short request.
 */
function standardOutput(): ReturnType<typeof destination> {
  output ??= destination({ fd: 1, sync: false, minLength: 4_096, periodicFlush: 100 });
  return output;
}

/** The route's template instead of the address called: the address names a title. */
function accessLine(request: IncomingMessage, response: ServerResponse): object {
  return { method: request.method, route: routeOf(request), status: response.statusCode };
}

/** An error's kind and place. Its message may quote a row or a request, and so may its other members. */
function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const code: unknown = 'code' in error ? error.code : undefined;
  const at = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { kind: error.name, ...(typeof code === 'string' && { code }), at };
}
