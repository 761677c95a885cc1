import { pauseAfter } from '../../../src/cli/listening/followed-feed.js';

const answer = (retryAfter?: string): Response =>
  new Response(null, { status: 503, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

test.each([
  [new Error('No answer.'), 3],
  [answer(), 3],
  [answer('0'), 3],
  [answer('15'), 15],
  [answer('Fri, 27 Nov 2026 18:00:00 GMT'), 3],
  [answer('9999999'), 60],
])('holdfast listen never asks a service again at once, and keeps nobody waiting: %p', (given, seconds) => {
  expect(pauseAfter(given)).toBe(seconds);
});
