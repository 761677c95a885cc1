import { hostRange, networkRange } from '../../../src/http/limits/address-range.js';
import { ConcurrencyLimiter } from '../../../src/http/limits/concurrency-limiter.js';
import { Rate } from '../../../src/http/limits/rate.js';
import { readConfig } from '../../../src/platform/settings/config.js';

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

  // Another patron takes no turn away, but those that end go to nobody until no more than the share is left.
  expect(limiter.enter('other')).toBeUndefined();
  for (const left of [2, 2, 1]) {
    limiter.leave('one');
    expect(limiter.waiting('one')).toBe(left);
  }
});

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

test.each([
  ['192.0.2.7', '192.0.2.7/32', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7/32', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '::/64', '::/48'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
  ['no address', 'unknown', 'unknown'],
  [undefined, 'unknown', 'unknown'],
])('%s is in the range %s of a host, and in %s of neighbours', (address, host, neighbourhood) => {
  expect([hostRange(address), networkRange(address)]).toEqual([host, neighbourhood]);
});

test('by default nobody who uses an app meets a limit', () => {
  expect(readConfig({})).toMatchObject({
    requestsPerMinute: { perPatron: 600, perClient: 30_000, perAddress: 60_000 },
    requestsPerApiToken: 6_000,
    wrongPins: { perClient: 1_000, perAddress: 300 },
    trustedProxies: [],
  });
});

test('every limit that is no number is refused, and every proxy that is no address', () => {
  for (const name of [
    'REQUESTS_PER_PATRON',
    'REQUESTS_PER_CLIENT',
    'REQUESTS_PER_ADDRESS',
    'WRONG_PINS_PER_CLIENT',
    'WRONG_PINS_PER_ADDRESS',
  ])
    expect(() => readConfig({ [name]: 'many' })).toThrow(`${name} must be a whole number from 0 to 1000000`);
  expect(() => readConfig({ TRUSTED_PROXIES: 'proxy.example.org' })).toThrow(
    'TRUSTED_PROXIES must be addresses or networks such as 10.0.0.7 or 10.0.0.0/8, with commas between',
  );
});
