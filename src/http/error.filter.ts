import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Injectable,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { Refusal, refusal } from '../domain/errors.js';
import { asFailure, DatabaseUnavailable } from '../platform/database/failures.js';
import type { ErrorRecord } from './error.representation.js';
import { ERROR_STATUS } from './error-status.js';
import { hasBody } from './fields/request-body.js';
import { NO_CACHE_HEADERS } from './no-cache.interceptor.js';
import { requestId } from '../platform/request-id.js';
import { RouteTable } from './route-table.js';

const RETRY_AFTER_SECONDS = '1';

/** Turns whatever was thrown, anywhere, into the one error body; what it cannot name becomes InternalServerError. */
@Injectable()
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Request');

  constructor(private readonly routes: RouteTable) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const allowed = thrown instanceof NotFoundException ? this.routes.methodsOf(request.path) : [];
    if (allowed.length > 0) answerOtherMethod(request, response, allowed);
    else answerError(request, response, this.nameFailure(asFailure(thrown)));
  }

  private nameFailure(thrown: unknown): Refusal {
    if (thrown instanceof Refusal) return thrown;
    if (thrown instanceof NotFoundException) return refusal('NotFound');
    if (thrown instanceof DatabaseUnavailable) {
      this.logger.warn({ err: thrown.cause }, thrown.message);
      return new Refusal(
        'ServiceUnavailable',
        'The service is busy or its database is away: try again shortly.',
      );
    }
    if (isBadAddress(thrown))
      return new Refusal(
        'InvalidFieldValue',
        'The address holds a percent sign without two hexadecimal digits.',
      );
    this.logger.error({ err: thrown }, 'A request failed unexpectedly.');
    return new Refusal('InternalServerError', 'An unexpected error has occurred.');
  }
}

/** Nest and Express report an address that cannot be decoded as a 400 of their own. */
function isBadAddress(thrown: unknown): boolean {
  if (thrown instanceof URIError) return true;
  return thrown instanceof HttpException && thrown.getStatus() === 400;
}

/** The address exists, but not with this method: OPTIONS asks which there are, any other is told. */
function answerOtherMethod(request: Request, response: Response, allowed: readonly string[]): void {
  response.set('Allow', allowed.join(', '));
  if (request.method === 'OPTIONS') {
    response.status(204).set(NO_CACHE_HEADERS).end();
    return;
  }
  answerError(
    request,
    response,
    new Refusal('MethodNotAllowed', `This address allows ${allowed.join(', ')}.`),
  );
}

function answerError(request: Request, response: Response, { code, message }: Refusal): void {
  const body: ErrorRecord = { errorCode: code, message, token: requestId(request) };
  response
    .status(ERROR_STATUS[code])
    .set(NO_CACHE_HEADERS)
    .set('Content-Type', 'application/json; charset=utf-8');
  if (code === 'Unauthorized' && !response.hasHeader('WWW-Authenticate'))
    response.set('WWW-Authenticate', 'Bearer realm="holdfast"');
  if (code === 'TooManyRequests' || code === 'ServiceUnavailable')
    response.set('Retry-After', RETRY_AFTER_SECONDS);
  // A body that was not read to its end makes the connection unfit for another request.
  if (hasBody(request) && !request.complete) response.set('Connection', 'close');
  // Not response.json(): an error must never carry an ETag. The length is told to HEAD as well.
  const text = JSON.stringify(body);
  response.set('Content-Length', String(Buffer.byteLength(text))).end(text);
}
