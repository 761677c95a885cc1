import type { Answer } from './client.js';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The headers that every answer carries, errors too. */
export const NO_CACHE_HEADERS = {
  'cache-control': 'no-cache',
  pragma: 'no-cache',
  expires: '-1',
  'x-frame-options': 'deny',
};

/** Expects the one error body that every refusal has, and the headers that go with it. */
export function expectError(answer: Answer, status: number, errorCode: string): void {
  expect({ status: answer.status, body: answer.body as unknown }).toEqual({
    status,
    body: { errorCode, message: expect.any(String), token: expect.stringMatching(GUID) },
  });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...NO_CACHE_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': (answer.body as { token: string }).token,
  });
  for (const name of ['etag', 'x-powered-by']) expect(answer.headers.has(name)).toBe(false);
  expect(answer.headers.has('retry-after')).toBe([429, 503].includes(status));
  expect(answer.headers.has('allow')).toBe(status === 405);
  expect(answer.headers.has('www-authenticate')).toBe(status === 401);
}
