import { Logger } from '@nestjs/common';
import { KeysUnavailable, ProviderKeys } from '../../src/access/provider-keys.js';
import { eventually } from '../support/clock.js';
import { HostClocks } from './host-clocks.js';
import { IdentityProvider, newKey, type SigningKey, type Trouble } from './identity-provider.js';

const COOLDOWN = 30;
const LONGEST_TRUST = 600;
const HOUR_MS = 3_600_000;

let first: SigningKey;
let second: SigningKey;
let clocks: HostClocks;
let provider: IdentityProvider;
let keys: ProviderKeys;

beforeAll(async () => {
  Logger.overrideLogger(false);
  [first, second] = await Promise.all([newKey('ES256'), newKey('ES256')]);
});

/** Each test has a provider with the first key, which was not asked yet. */
beforeEach(async () => {
  clocks = new HostClocks();
  provider = await IdentityProvider.open(first);
  keys = new ProviderKeys(new URL(provider.keysUrl));
});
afterEach(() => {
  provider.close();
  clocks.restore();
});

function find({ alg, jwk }: SigningKey, kid = jwk.kid): Promise<'known' | 'unknown' | 'cannot be had'> {
  const header = { alg, ...(kid === undefined ? {} : { kid }) };
  return Promise.resolve(keys.find(header, { payload: '', signature: '' })).then(
    () => 'known',
    (error: unknown) => {
      if (error instanceof KeysUnavailable) return 'cannot be had';
      if (error instanceof Error && error.name === 'JWKSNoMatchingKey') return 'unknown';
      throw error;
    },
  );
}

test('keys are not asked for before one is needed', () => {
  expect(provider.asked).toBe(0);
});

test('a new key counts as soon as the cooldown is over, and the old one as long as it is published', async () => {
  expect(await find(first)).toBe('known');
  provider.publish(first, second);
  clocks.wait(COOLDOWN - 1);
  expect([await find(second), provider.asked]).toEqual(['unknown', 1]);
  clocks.wait(1);
  expect([await find(second), await find(first), provider.asked]).toEqual(['known', 'known', 2]);
});

test('a withdrawn key counts for ten minutes at most', async () => {
  expect(await find(first)).toBe('known');
  provider.publish(second);
  clocks.wait(LONGEST_TRUST - 1);
  expect([await find(first), provider.asked]).toEqual(['known', 1]);
  clocks.wait(2);
  expect([await find(first), await find(second), provider.asked]).toEqual(['unknown', 'known', 2]);
});

test('a withdrawn key is gone as soon as a new one was asked for', async () => {
  expect(await find(first)).toBe('known');
  provider.publish(second);
  clocks.wait(COOLDOWN);
  expect([await find(second), await find(first)]).toEqual(['known', 'unknown']);
});

test('keys that are asked for again and again stay those that they are', async () => {
  for (let round = 1; round <= 5; round++) {
    expect([await find(first), provider.asked]).toEqual(['known', round]);
    clocks.wait(LONGEST_TRUST + 1);
  }
});

test('the host’s time may be set as one likes: waits are measured otherwise', async () => {
  expect(await find(first)).toBe('known');
  provider.publish(first, second);
  const now = Date.now();
  clocks.set(new Date(now + 24 * HOUR_MS));
  expect([await find(second), provider.asked]).toEqual(['unknown', 1]);
  clocks.set(new Date(now - 24 * HOUR_MS));
  clocks.wait(COOLDOWN);
  expect([await find(second), provider.asked]).toEqual(['known', 2]);
});

const TROUBLES: Trouble[] = ['cut', 'failing', 'moved', 'not JSON', 'no keys'];

describe.each(TROUBLES)('while the provider is away (%s)', (trouble) => {
  test('known keys still count, and unknown ones cannot be had until it is back', async () => {
    expect(await find(first)).toBe('known');
    provider.publish(first, second);
    provider.trouble = trouble;
    clocks.wait(COOLDOWN);
    expect([await find(second), await find(first)]).toEqual(['cannot be had', 'known']);
    clocks.wait(100 * LONGEST_TRUST);
    expect([await find(first), await find(second)]).toEqual(['known', 'cannot be had']);
    provider.trouble = undefined;
    clocks.wait(COOLDOWN);
    expect([await find(second), await find(first)]).toEqual(['known', 'known']);
  });

  test('it is asked once per cooldown', async () => {
    provider.trouble = trouble;
    for (let round = 1; round <= 3; round++) {
      const found = await Promise.all([find(first), find(second), find(first, 'unknown'), find(first)]);
      expect([new Set(found), provider.asked]).toEqual([new Set(['cannot be had']), round]);
      expect([await find(first), provider.asked]).toEqual(['cannot be had', round]);
      clocks.wait(COOLDOWN);
    }
    provider.trouble = undefined;
    expect([await find(first), provider.asked]).toEqual(['known', 4]);
  });
});

test('nobody with a known key waits for a provider that did not answer the last time', async () => {
  expect(await find(first)).toBe('known');
  provider.trouble = 'cut';
  clocks.wait(LONGEST_TRUST + 1);
  expect(await find(first)).toBe('known');
  provider.trouble = 'hanging';
  clocks.wait(COOLDOWN);
  // It would be a wait without an end.
  expect(await find(first)).toBe('known');
  await eventually(() => expect(provider.asked).toBe(3));
});
