import { ConcurrencyLimiter } from '../../../src/http/limits/concurrency-limiter.js';

test('a patron’s waiting requests get more turns as soon as the patron is alone', async () => {
  const limiter = new ConcurrencyLimiter(2, 4);
  let running = 0;
  const start = async (): Promise<void> => {
    await limiter.enter('one');
    running++;
  };
  expect(limiter.enter('other')).toBeUndefined();
  const all = Array.from({ length: 6 }, start);
  await Promise.all(all.slice(0, 2));
  expect([running, limiter.waiting('one')]).toEqual([2, 4]);
  limiter.leave('other');
  await Promise.all(all.slice(0, 4));
  expect([running, limiter.waiting('one')]).toEqual([4, 2]);

  // Another patron takes no turn away, but those that end are not handed on until no more than the share is left.
  expect(limiter.enter('other')).toBeUndefined();
  for (const left of [2, 2, 1]) {
    limiter.leave('one');
    expect(limiter.waiting('one')).toBe(left);
  }
});
