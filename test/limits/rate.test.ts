import { Rate } from '../../src/http/limits/rate.js';

test('a rate allows its number of requests in each window, for each key', () => {
  let now = 0;
  const rate = new Rate('patron', 2, 10, () => now);
  const exceeded = { name: 'patron', requests: 2, windowSeconds: 10 };
  expect([rate.take('a'), rate.take('a'), rate.take('a')]).toEqual([
    undefined,
    undefined,
    { ...exceeded, secondsLeft: 10 },
  ]);
  expect(rate.take('b')).toBeUndefined();
  now = 9_999;
  expect(rate.take('a')).toEqual({ ...exceeded, secondsLeft: 1 });
  expect(rate.take('b')).toBeUndefined();
  expect(rate.take('b')).toEqual({ ...exceeded, secondsLeft: 1 });
  now = 10_000;
  expect([rate.take('a'), rate.take('a'), rate.take('a')]).toEqual([
    undefined,
    undefined,
    { ...exceeded, secondsLeft: 10 },
  ]);
});

test('a rate of 0 is no limit', () => {
  const rate = new Rate('address', 0);
  for (let number = 0; number < 1_000; number++) expect(rate.take('a')).toBeUndefined();
});
