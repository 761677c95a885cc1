import { JSON_TYPE } from '../../answers.js';
import type { Answer } from '../../client.js';

const NO_CACHE = {
  'cache-control': 'no-cache',
  pragma: 'no-cache',
  expires: '-1',
  'x-frame-options': 'deny',
};

function headersOf({ headers }: Answer): Record<string, string | null> {
  return Object.fromEntries(Object.keys(NO_CACHE).map((name) => [name, headers.get(name)]));
}

/** An answer that brings a token, by RFC 6749, 5.1: also nothing on its way may store it. */
export function expectToken(answer: Answer, scope: string): void {
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      access_token: expect.stringMatching(/^holdfast_[\w-]{54}$/),
      token_type: 'bearer',
      expires_in: 3600,
      scope,
    },
  ]);
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
  expect(headersOf(answer)).toEqual({ ...NO_CACHE, 'cache-control': 'no-cache, no-store' });
  expect(answer.headers.get('etag')).toBeNull();
}

/** An error as in RFC 6749, 5.2, always 400. Its description has only the characters that the RFC allows. */
export function expectOAuthRefusal(answer: Answer, error: string, description: RegExp | string = ''): void {
  expect([answer.status, answer.body]).toEqual([
    400,
    { error, error_description: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/) },
  ]);
  const message = (answer.body as { error_description: string }).error_description;
  if (typeof description === 'string') expect(message).toContain(description);
  else expect(message).toMatch(description);
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE);
  expect(answer.headers.get('etag')).toBeNull();
  expect(headersOf(answer)).toEqual(NO_CACHE);
}

/** The answer without its date and request id, to compare it with others. */
export function comparableAnswer(answer: Answer): { status: number; headers: string[][]; text: string } {
  const headers = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { status: answer.status, headers, text: answer.text };
}
