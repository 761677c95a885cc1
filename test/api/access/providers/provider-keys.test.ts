import { Logger } from '@nestjs/common';
import { KnownProviders } from '../../../../src/access/providers/known-providers.js';
import { KeysUnavailable, ProviderKeys } from '../../../../src/access/providers/provider-keys.js';
import { PUBLIC_ONLY } from '../../../../src/platform/outbound/outbound-policy.js';
import { eventually } from '../../../support/clock.js';
import { HostClocks } from './host-clocks.js';
import {
  IdentityProvider,
  newKey,
  type ProviderFailure,
  type SigningKey,
} from '../../../support/access/providers/identity-provider.js';

const COOLDOWN_SECONDS = 30;
const MAX_KEY_AGE_SECONDS = 600;
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

/** Each test has a provider with the first key, which nobody has asked yet. */
beforeEach(async () => {
  clocks = new HostClocks();
  provider = await IdentityProvider.open(first);
  keys = new ProviderKeys(new URL(provider.keysUrl), {});
});
afterEach(() => {
  provider.close();
  clocks.restore();
});

function find({ alg, jwk }: SigningKey, kid = jwk.kid): Promise<'known' | 'unknown' | 'unavailable'> {
  const header = { alg, ...(kid === undefined ? {} : { kid }) };
  return Promise.resolve(keys.find(header, { payload: '', signature: '' })).then(
    () => 'known',
    (error: unknown) => {
      if (error instanceof KeysUnavailable) return 'unavailable';
      if (error instanceof Error && error.name === 'JWKSNoMatchingKey') return 'unknown';
      throw error;
    },
  );
}

test('a new key is known as soon as the cooldown is over, and the old one as long as it is published', async () => {
  expect(provider.keyRequests).toBe(0);
  expect(await find(first)).toBe('known');
  provider.publish(first, second);
  clocks.advance(COOLDOWN_SECONDS - 1);
  expect([await find(second), provider.keyRequests]).toEqual(['unknown', 1]);
  clocks.advance(1);
  expect([await find(second), await find(first), provider.keyRequests]).toEqual(['known', 'known', 2]);
});

test('a withdrawn key is known for ten minutes at most, or until a new one was fetched', async () => {
  expect(await find(first)).toBe('known');
  provider.publish(second);
  clocks.advance(MAX_KEY_AGE_SECONDS - 1);
  expect([await find(first), provider.keyRequests]).toEqual(['known', 1]);
  clocks.advance(2);
  expect([await find(first), await find(second), provider.keyRequests]).toEqual(['unknown', 'known', 2]);
  provider.publish(first);
  clocks.advance(COOLDOWN_SECONDS);
  expect([await find(first), await find(second)]).toEqual(['known', 'unknown']);
});

test('keys stay known however often they are fetched', async () => {
  for (let round = 1; round <= 5; round++) {
    expect([await find(first), provider.keyRequests]).toEqual(['known', round]);
    clocks.advance(MAX_KEY_AGE_SECONDS + 1);
  }
});

test('changes of the host’s date do not affect the cooldown', async () => {
  expect(await find(first)).toBe('known');
  provider.publish(first, second);
  const now = Date.now();
  clocks.setDate(new Date(now + 24 * HOUR_MS));
  expect([await find(second), provider.keyRequests]).toEqual(['unknown', 1]);
  clocks.setDate(new Date(now - 24 * HOUR_MS));
  clocks.advance(COOLDOWN_SECONDS);
  expect([await find(second), provider.keyRequests]).toEqual(['known', 2]);
});

const FAILURES: ProviderFailure[] = [
  'cuts the connection',
  'answers 500',
  'redirects',
  'sends no JSON',
  'sends no keys',
  'sends without an end',
  'sends a gzip bomb',
  'sends too many keys',
];

test.each(FAILURES)(
  'while the provider %s, it is asked once per cooldown, and known keys stay known',
  async (failure) => {
    provider.failure = failure;
    for (let round = 1; round <= 2; round++) {
      const found = await Promise.all([find(first), find(second), find(first, 'unknown')]);
      expect([new Set(found), provider.keyRequests]).toEqual([new Set(['unavailable']), round]);
      expect([await find(first), provider.keyRequests]).toEqual(['unavailable', round]);
      clocks.advance(COOLDOWN_SECONDS);
    }
    provider.failure = undefined;
    expect([await find(first), provider.keyRequests]).toEqual(['known', 3]);
    provider.failure = failure;
    provider.publish(first, second);
    for (const seconds of [COOLDOWN_SECONDS, 100 * MAX_KEY_AGE_SECONDS]) {
      clocks.advance(seconds);
      expect([await find(second), await find(first)]).toEqual(['unavailable', 'known']);
    }
    provider.failure = undefined;
    clocks.advance(COOLDOWN_SECONDS);
    expect([await find(second), await find(first)]).toEqual(['known', 'known']);
  },
);

test('a known key does not wait for a provider that did not answer the last time', async () => {
  expect(await find(first)).toBe('known');
  provider.failure = 'cuts the connection';
  clocks.advance(MAX_KEY_AGE_SECONDS + 1);
  expect(await find(first)).toBe('known');
  provider.failure = 'never answers';
  clocks.advance(COOLDOWN_SECONDS);
  // The provider never answers: if this waited for it, it would never end.
  expect(await find(first)).toBe('known');
  await eventually(() => expect(provider.keyRequests).toBe(3));
});

test('keys come compressed, too', async () => {
  provider.isCompressing = true;
  expect([await find(first), await find(second)]).toEqual(['known', 'unknown']);
});

test('a library’s provider at a private address is not asked, unless the installation allows the network', async () => {
  const url = new URL(provider.keysUrl);
  keys = new ProviderKeys(url, { policy: { privateNetworks: ['10.0.0.0/8'] } });
  expect([await find(first), provider.keyRequests]).toEqual(['unavailable', 0]);
  keys = new ProviderKeys(url, { policy: { privateNetworks: ['10.0.0.0/8', '127.0.0.1'] } });
  expect([await find(first), provider.keyRequests]).toEqual(['known', 1]);
});

test('of too many providers the one that was not used for the longest time is forgotten', () => {
  const providers = new KnownProviders(undefined, 2);
  const at = (name: string): ProviderKeys => providers.at(`https://${name}.example/keys`, PUBLIC_ONLY);
  const [a, b] = [at('a'), at('b')];
  expect(at('a')).toBe(a);
  at('c');
  expect([providers.size, at('a') === a, at('b') === b]).toEqual([2, true, false]);
});

test('the installation’s own provider and a library’s at the same address share nothing', () => {
  const providers = new KnownProviders();
  const url = 'https://a.example/keys';
  expect(providers.at(url, undefined)).not.toBe(providers.at(url, PUBLIC_ONLY));
});
