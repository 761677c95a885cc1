import { Rate } from '../../../src/http/limits/rate.js';

test('a rate allows its number of requests in each window, for each key', () => {
  let now = 0;
  const rate = new Rate('patron', 10, () => now);
  const exceeded = { name: 'patron', requests: 2, windowSeconds: 10 };
  expect([rate.take('a', 2), rate.take('a', 2), rate.take('a', 2)]).toEqual([
    undefined,
    undefined,
    { ...exceeded, secondsLeft: 10, isFirst: true },
  ]);
  expect(rate.take('b', 2)).toBeUndefined();
  now = 9_999;
  expect(rate.take('a', 2)).toEqual({ ...exceeded, secondsLeft: 1, isFirst: false });
  expect(rate.take('b', 2)).toBeUndefined();
  expect(rate.take('b', 2)).toEqual({ ...exceeded, secondsLeft: 1, isFirst: true });
  now = 10_000;
  expect([rate.take('a', 2), rate.take('a', 2), rate.take('a', 2)]).toEqual([
    undefined,
    undefined,
    { ...exceeded, secondsLeft: 10, isFirst: true },
  ]);
});

test('a rate of 0 is no limit', () => {
  const rate = new Rate('address');
  for (let number = 0; number < 1_000; number++) expect(rate.take('a', 0)).toBeUndefined();
});

test('a rate may change while requests are counted, and differ from key to key', () => {
  const rate = new Rate('library');
  for (let number = 0; number < 3; number++) expect(rate.take('a', 3)).toBeUndefined();
  expect(rate.take('b', 1)).toBeUndefined();
  expect(rate.take('a', 3)).toMatchObject({ name: 'library', requests: 3 });
  expect(rate.take('a', 5)).toBeUndefined();
  expect(rate.take('a', 5)).toMatchObject({ requests: 5 });
  expect(rate.take('b', 1)).toMatchObject({ requests: 1 });
});
