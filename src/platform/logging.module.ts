import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { destination } from 'pino';
import type { Config } from './config.js';
import { requestId } from './request-id.js';
import { routeOf } from './route-of.js';

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
        // Otherwise the serializers get a description of the error instead of the error.
        wrapSerializers: false,
        serializers: { req: () => undefined, res: () => undefined, err: withoutValues },
      },
    });
  },
};

let output: ReturnType<typeof destination> | undefined;

/**
 * Buffers lines for at most 0.1 s, and writes the rest when the process ends. One system call per line would be a tenth of
 * the work of a short request.
 */
function standardOutput(): ReturnType<typeof destination> {
  output ??= destination({ fd: 1, sync: false, minLength: 4_096, periodicFlush: 100 });
  return output;
}

/** The route's template instead of the URL, which may identify a title. */
function accessLine(request: IncomingMessage, response: ServerResponse): object {
  return { method: request.method, route: routeOf(request), status: response.statusCode };
}

/** An error's class, code and stack. Its message and other members may quote a row or a request. */
function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error };
  const code: unknown = 'code' in error ? error.code : undefined;
  const at = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { kind: error.name, ...(typeof code === 'string' && { code }), at };
}
