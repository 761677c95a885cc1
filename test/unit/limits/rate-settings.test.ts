import { readConfig } from '../../../src/platform/settings/config.js';

test('by default nobody who uses an app meets a limit', () => {
  expect(readConfig({})).toMatchObject({
    requestsPerMinute: { perPatron: 600, perClient: 30_000, perAddress: 60_000 },
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
