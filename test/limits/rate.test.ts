import { setTimeout as sleep } from 'node:timers/promises';
import { Rate } from '../../src/http/limits/rate.js';

test('a rate allows its number of requests in each window, for each key', async () => {
  const rate = new Rate('patron', 2, 1);
  const exceeded = { name: 'patron', requests: 2, windowSeconds: 1, secondsLeft: 1 };
  expect([await rate.take('a'), await rate.take('a'), await rate.take('a')]).toEqual([
    undefined,
    undefined,
    exceeded,
  ]);
  expect(await rate.take('b')).toBeUndefined();
  await sleep(1_100);
  expect(await rate.take('a')).toBeUndefined();
});

test('a rate of 0 is no limit', async () => {
  const rate = new Rate('address', 0);
  for (let number = 0; number < 1_000; number++) expect(await rate.take('a')).toBeUndefined();
});
