import type { ErrorCode } from '../../src/domain/errors.js';
import type { Answer } from './client.js';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const JSON_TYPE = 'application/json; charset=utf-8';

/** The format of times in answers. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** The statuses, copied by hand (contract: #errors), so that a slip in the service's own table is seen. */
const STATUS_OF: Readonly<Partial<Record<ErrorCode, number>>> = {
  Unauthorized: 401,
  PatronBlocked: 403,
  PatronExpired: 403,
  NotFound: 404,
  PatronDoesntHaveTitleOnHold: 404,
  HoldNotSuspended: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  RequestInProgress: 409,
  IteratorExpired: 410,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  IdempotencyKeyReused: 422,
  TooManyRequests: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
  PatronCategoryUnknown: 403,
  LibraryUnavailable: 503,
};

/** The headers of every answer. */
function expectCommonHeaders({ headers }: Answer): void {
  expect({
    'cache-control': headers.get('cache-control'),
    pragma: headers.get('pragma'),
    expires: headers.get('expires'),
    'x-frame-options': headers.get('x-frame-options'),
    'x-powered-by': headers.get('x-powered-by'),
  }).toEqual({
    'cache-control': expect.stringMatching(/^no-(?:cache|store)$/),
    pragma: 'no-cache',
    expires: '-1',
    'x-frame-options': 'deny',
    'x-powered-by': null,
  });
  expect(headers.get('x-request-id')).toMatch(GUID);
}

function expectBody(answer: Answer, status: number): void {
  expect(`${answer.status} ${answer.text}`).toMatch(new RegExp(`^${status} \\{.*\\}$`));
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
  expectCommonHeaders(answer);
}

export function expectOk(answer: Answer): void {
  expectBody(answer, 200);
}

export function expectCreated(answer: Answer): void {
  expectBody(answer, 201);
}

/** Strict clients fail on a 204 with as much as a line end, or with a content type. */
export function expectNoContent(answer: Answer): void {
  expect([answer.status, answer.text]).toEqual([204, '']);
  for (const name of ['content-type', 'content-length', 'transfer-encoding', 'etag'])
    expect([name, answer.headers.get(name)]).toEqual([name, null]);
  expectCommonHeaders(answer);
}

/** The usual error body, with its status and headers. @param message must match the error's message */
export function expectRefusal(answer: Answer, code: ErrorCode, message: RegExp | string = ''): void {
  expect([answer.status, answer.body]).toEqual([
    STATUS_OF[code] ?? 400,
    { errorCode: code, message: expect.stringMatching(/\S/), token: answer.headers.get('x-request-id') },
  ]);
  const actual = (answer.body as { message: string }).message;
  if (typeof message === 'string') expect(actual).toContain(message);
  else expect(actual).toMatch(message);
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
  expect(answer.headers.get('etag')).toBeNull();
  expect(answer.headers.get('location')).toBeNull();
  expectCommonHeaders(answer);
}

/** The answer without its request id, to compare it with others. */
export function withoutToken(answer: Answer): { status: number; text: string } {
  const token = answer.headers.get('x-request-id') ?? '';
  return { status: answer.status, text: answer.text.replaceAll(token, '<token>') };
}
