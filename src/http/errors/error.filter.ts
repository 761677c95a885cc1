import {
  type ArgumentsHost,
  BadRequestException,
  Catch,
  type ExceptionFilter,
  HttpException,
  HttpStatus,
  Injectable,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { type ErrorCode, Refusal, refusal } from '../../domain/errors.js';
import { asFailure, DatabaseUnavailable } from '../../platform/database/failures.js';
import { challenge } from '../authorization/authorization.js';
import type { ErrorRecord } from './error.representation.js';
import { ErrorPages } from './error-pages.js';
import { ERROR_STATUS } from './error-status.js';
import { NO_CACHE_HEADERS } from '../server/base-headers.js';
import { requestId } from '../../platform/observability/request-id.js';
import { RouteTable } from '../routes/route-table.js';

/** For errors that may be repeated, if nothing better is known. */
const RETRY_AFTER_SECONDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  TooManyRequests: '1',
  ServiceUnavailable: '1',
  LibraryUnavailable: '15',
};

/** Turns everything that is thrown into the one error body, or into a page at the addresses of pages. Unknown errors become InternalServerError. */
@Injectable()
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly routes: RouteTable,
    private readonly pages: ErrorPages,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const failure = asFailure(thrown);
    if (response.headersSent) {
      response.err = asError(failure);
      response.destroy();
      return;
    }
    const allowed = thrown instanceof NotFoundException ? this.routes.methodsOf(request.path) : [];
    if (allowed.length > 0) this.answerOtherMethod(request, response, allowed);
    else {
      const refused = refusalOf(failure);
      // Logged with the request's line: a failed request has one line.
      if (ERROR_STATUS[refused.code] >= HttpStatus.INTERNAL_SERVER_ERROR) response.err = asError(failure);
      this.answerError(request, response, refused);
    }
  }

  /** The address exists, but not with this method. OPTIONS is answered with the allowed methods, any other request is refused with them. */
  private answerOtherMethod(request: Request, response: Response, allowed: readonly string[]): void {
    response.set('Allow', allowed.join(', '));
    if (request.method === 'OPTIONS') {
      response.status(204).set(NO_CACHE_HEADERS).end();
      return;
    }
    this.answerError(
      request,
      response,
      new Refusal('MethodNotAllowed', `This address allows ${allowed.join(', ')}.`),
    );
  }

  private answerError(request: Request, response: Response, { code, message }: Refusal): void {
    const error: ErrorRecord = { errorCode: code, message, token: requestId(request) };
    const { mediaType, text, headers } = this.pages.pageFor(request, error) ?? {
      mediaType: 'application/json; charset=utf-8',
      text: JSON.stringify(error),
      headers: {},
    };
    response.status(ERROR_STATUS[code]).set(NO_CACHE_HEADERS).set('Content-Type', mediaType).set(headers);
    if (code === 'Unauthorized' && !response.hasHeader('WWW-Authenticate'))
      challenge(response, request.headers.authorization !== undefined);
    const retryAfter = RETRY_AFTER_SECONDS[code];
    if (retryAfter !== undefined && !response.hasHeader('Retry-After'))
      response.set('Retry-After', retryAfter);
    // Not response.json(): an error must never carry an ETag. HEAD gets the length, too.
    response.set('Content-Length', String(Buffer.byteLength(text))).end(text);
  }
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(typeof failure);
}

function refusalOf(failure: unknown): Refusal {
  if (failure instanceof Refusal) return failure;
  if (failure instanceof NotFoundException) return refusal('NotFound');
  if (failure instanceof DatabaseUnavailable) return refusal('ServiceUnavailable');
  if (isUndecodableAddress(failure))
    return new Refusal(
      'InvalidFieldValue',
      'The address holds a percent sign without two hexadecimal digits.',
    );
  const code = codeOfFramework(failure);
  if (code !== undefined) return new Refusal(code, 'The request cannot be processed as it was sent.');
  return new Refusal('InternalServerError', 'An unexpected error has occurred.');
}

/** The router throws a URIError, which Nest may wrap in its own 400, of which only the message remains. */
function isUndecodableAddress(thrown: unknown): boolean {
  if (thrown instanceof URIError) return true;
  return (
    thrown instanceof BadRequestException && /^Failed to decode param|^URI malformed/.test(thrown.message)
  );
}

/** The code for each 4xx that Nest, Express or their packages may throw. Any other 4xx is a bad request. */
const CODE_OF_STATUS: Readonly<Partial<Record<number, ErrorCode>>> = {
  // Every problem with a token is 401, never 403: clients sign the patron in again on 401 alone.
  [HttpStatus.UNAUTHORIZED]: 'Unauthorized',
  [HttpStatus.FORBIDDEN]: 'Unauthorized',
  [HttpStatus.NOT_FOUND]: 'NotFound',
  [HttpStatus.METHOD_NOT_ALLOWED]: 'MethodNotAllowed',
  [HttpStatus.REQUEST_TIMEOUT]: 'RequestTimeout',
  [HttpStatus.PAYLOAD_TOO_LARGE]: 'PayloadTooLarge',
  [HttpStatus.UNSUPPORTED_MEDIA_TYPE]: 'UnsupportedMediaType',
  [HttpStatus.TOO_MANY_REQUESTS]: 'TooManyRequests',
};

/** Undefined if the client is not at fault. */
function codeOfFramework(thrown: unknown): ErrorCode | undefined {
  if (!(thrown instanceof HttpException)) return undefined;
  const status = thrown.getStatus();
  return status >= 400 && status < 500 ? (CODE_OF_STATUS[status] ?? 'InvalidRequestBody') : undefined;
}
