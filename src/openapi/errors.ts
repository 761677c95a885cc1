import type { ErrorCode } from '../domain/errors.js';
import { ERROR_STATUS } from '../http/errors/error-status.js';
import { isLimited } from '../http/limits/address-limit.js';
import { describeFields } from './described-field.js';
import type { Endpoint } from './endpoint.js';
import { headersWith, type Special } from './headers.js';
import type { Schema } from '../http/openapi/schema.js';
import { toComponent } from './components.js';
import { ERROR_CODES, explanationOf } from './error-descriptions.js';

type DescribedResponse = Schema & { readonly description: string };

const JSON_TYPE = 'application/json';

/** What any request may meet: it is not HTTP, its address cannot be decoded, the service is in trouble. */
const OF_ALL = [
  'InvalidRequestBody',
  'InvalidFieldValue',
  'ServiceUnavailable',
  'InternalServerError',
] as const;
const OF_KEYS = ['RequestInProgress', 'IdempotencyKeyReused'] as const;
const OF_STANDING = ['PatronBlocked', 'PatronExpired'] as const;
const OF_BODIES = ['PayloadTooLarge', 'UnsupportedMediaType', 'RequestTimeout'] as const;

/** The errors of an operation, by status: those of its own rules, of its fields, of tokens, and of any request. */
export function describeErrors(endpoint: Endpoint): [number, Schema][] {
  const codes = codesOf(endpoint);
  const byStatus = Map.groupBy(
    ERROR_CODES.filter((code) => codes.has(code)),
    (code): number => ERROR_STATUS[code],
  );
  return [...byStatus].map(([status, its]) => {
    const [code] = its;
    const shared = its.length === 1 && code !== undefined && isAloneInItsStatus(code) ? code : undefined;
    if (endpoint.hasErrorPages === true)
      return [status, orAsPage(shared === undefined ? describeError(its) : describeShared(shared))];
    if (shared !== undefined) return [status, toComponent('responses', shared)];
    return [status, describeError(its, endpoint.isOAuth && status === 400)];
  });
}

function codesOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  const fields = [endpoint.fields, endpoint.query].flatMap((type) => describeFields(type));
  const needs = endpoint.requiresOneOf !== undefined || fields.some(({ required }) => required !== undefined);
  return new Set<ErrorCode>([
    ...OF_ALL,
    ...(endpoint.guards.length > 0 ? (['Unauthorized'] as const) : []),
    ...(endpoint.fields !== undefined || endpoint.body !== undefined ? OF_BODIES : []),
    ...(isLimited(endpoint.path) || endpoint.guards.length > 0 ? (['TooManyRequests'] as const) : []),
    ...(endpoint.takesIdempotencyKey ? OF_KEYS : []),
    ...(endpoint.needsGoodStanding === true ? OF_STANDING : []),
    ...(needs ? (['MissingField'] as const) : []),
    ...fields.map(({ refusedWith }) => refusedWith),
    ...endpoint.refusals,
  ]);
}

function orAsPage(error: Schema): Schema {
  const content = error.content as Schema;
  return { ...error, content: { ...content, 'text/html': { schema: { type: 'string' } } } };
}

function describeError(codes: readonly ErrorCode[], orOAuth = false): Schema {
  const record = schemaOf(codes);
  return {
    description: orOAuth
      ? 'Refused, in OAuth’s shape; or the request cannot be read.'
      : codes.map(meaning).join('\n'),
    headers: headersWith(),
    content: {
      [JSON_TYPE]: {
        schema: orOAuth ? { anyOf: [toComponent('schemas', 'OAuthErrorRecord'), record] } : record,
        examples: {
          ...(orOAuth && { unauthorized_client: toComponent('examples', 'unauthorized_client') }),
          ...Object.fromEntries(codes.map((each) => [each, toComponent('examples', each)])),
        },
      },
    },
  };
}

function schemaOf(codes: readonly ErrorCode[]): Schema {
  return {
    allOf: [
      toComponent('schemas', 'ErrorRecord'),
      { properties: { errorCode: { enum: codes } }, required: ['errorCode'] },
    ],
  };
}

function meaning(code: ErrorCode): string {
  return `- \`${code}\`: ${explanationOf(code).when}`;
}

/** Of sign-ins alone: they do not keep the other code of their status from being shared. */
const OF_SIGN_INS: readonly ErrorCode[] = ['PatronCategoryUnknown', 'LibraryUnavailable'];

function isAloneInItsStatus(code: ErrorCode): boolean {
  const others = ERROR_CODES.filter((other) => other !== code && !OF_SIGN_INS.includes(other));
  return !OF_SIGN_INS.includes(code) && others.every((other) => ERROR_STATUS[other] !== ERROR_STATUS[code]);
}

/** Those that many operations share: of each status that only one code has, besides those of sign-ins. */
export function sharedErrors(): Record<string, DescribedResponse> {
  return Object.fromEntries(
    ERROR_CODES.filter(isAloneInItsStatus).map((code) => [code, describeShared(code)]),
  );
}

function describeShared(code: ErrorCode): DescribedResponse {
  return {
    description: explanationOf(code).when,
    headers: headersWith(...headersOf(code)),
    content: {
      [JSON_TYPE]: { schema: schemaOf([code]), examples: { [code]: toComponent('examples', code) } },
    },
  };
}

function headersOf(code: ErrorCode): Special[] {
  if (code === 'Unauthorized') return ['WWW-Authenticate'];
  if (code === 'MethodNotAllowed') return ['Allow'];
  if (code === 'TooManyRequests') return ['Retry-After', 'RateLimit', 'RateLimit-Policy'];
  return ERROR_STATUS[code] === ERROR_STATUS.ServiceUnavailable ? ['Retry-After'] : [];
}

/** Every error, by its code. */
export function errorExamples(): Record<string, Schema> {
  const token = '30322a8f-c06b-4d6a-a0f0-1868fbf3b477';
  const examples = ERROR_CODES.map((errorCode): [string, Schema] => {
    const { when, message } = explanationOf(errorCode);
    return [errorCode, { summary: when, value: { errorCode, message, token } }];
  });
  const summary = 'The card or the PIN is wrong.';
  const value = { error: 'unauthorized_client', error_description: summary };
  return { ...Object.fromEntries(examples), unauthorized_client: { summary, value } };
}
