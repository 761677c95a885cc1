import { expectRefusal } from '../../../support/answers.js';
import type { Answer } from '../../../support/client.js';
import { type Cardholder } from '../../../support/requests/oauth-client.js';
import { HostClocks } from './host-clocks.js';
import {
  IdentityProvider,
  inSeconds,
  newKey,
  type SigningKey,
  signToken,
} from '../../../support/access/providers/identity-provider.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';

const COOLDOWN_SECONDS = 30;

let first: SigningKey;
let second: SigningKey;
let clocks: HostClocks;
let provider: IdentityProvider;
let libraries: SignInLibraries;
let holder: Cardholder;

beforeAll(async () => {
  [first, second] = await Promise.all([newKey('ES256'), newKey('ES256')]);
});

/** Each test has a provider with the first key, and a service that has not asked for it yet. */
beforeEach(async () => {
  clocks = new HostClocks();
  provider = await IdentityProvider.open(first);
  libraries = await SignInLibraries.open(provider.settings);
  holder = await libraries.addCardholder();
});
afterEach(async () => {
  await libraries.close();
  provider.close();
  clocks.restore();
});

async function profileWith(key: SigningKey, kid = key.jwk.kid): Promise<Answer> {
  return libraries.profile(await signToken(key, { patron_id: holder.patronId }, { kid }));
}

async function expectAccepted(key: SigningKey): Promise<void> {
  const answer = await profileWith(key);
  expect([answer.status, answer.body.patronId]).toEqual([200, holder.patronId]);
}

/** The service cannot tell yet whether the token is valid: the client keeps it and retries. */
function expectCannotCheckNow(answer: Answer): void {
  expectRefusal(answer, 'ServiceUnavailable', 'cannot be checked now');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

test('many concurrent requests ask the provider once, and opaque tokens do not ask it at all', async () => {
  await libraries.profile(await libraries.discovery.tokenOf(holder));
  await libraries.profile('no.token.atall');
  expect(provider.keyRequests).toBe(0);
  await Promise.all(Array.from({ length: 50 }, () => expectAccepted(first)));
  expect(provider.keyRequests).toBe(1);
});

test('a flood of tokens with unknown keys is refused, and asks the provider once per cooldown', async () => {
  const flood = async (): Promise<void> => {
    const ids = Array.from({ length: 30 }, (_, index) => `unknown-${index}`);
    for (const answer of await Promise.all(ids.map((id) => profileWith(second, id))))
      expectRefusal(answer, 'Unauthorized');
  };
  for (const [seconds, keyRequests] of [
    [0, 1],
    [0, 1],
    [COOLDOWN_SECONDS / 3, 1],
    [COOLDOWN_SECONDS, 2],
    [0, 2],
  ] as const) {
    clocks.advance(seconds);
    await flood();
    expect(provider.keyRequests).toBe(keyRequests);
  }
  await expectAccepted(first);
});

test('during an outage of the provider known keys still work, and tokens with unknown ones get 503', async () => {
  await expectAccepted(first);
  provider.publish(first, second);
  provider.failure = 'cuts the connection';
  clocks.advance(COOLDOWN_SECONDS);
  expectCannotCheckNow(await profileWith(second));
  await expectAccepted(first);
  provider.failure = undefined;
  clocks.advance(COOLDOWN_SECONDS);
  await expectAccepted(second);
});

test('a provider that was never reached affects only the patrons with its tokens, if a key could make them valid', async () => {
  provider.close();
  expectCannotCheckNow(await profileWith(first));
  expect((await libraries.profile(await libraries.discovery.tokenOf(holder))).status).toBe(200);
  for (const header of [{ alg: 'none' }, { alg: 'HS256' }, { alg: 'ES256', crit: ['x'] }]) {
    const [, payload = '', signature = ''] = (await signToken(first, {})).split('.');
    const head = Buffer.from(JSON.stringify(header)).toString('base64url');
    expectRefusal(await libraries.profile(`${head}.${payload}.${signature}`), 'Unauthorized');
  }
});

test('a token that names no key is checked with every possible key', async () => {
  provider.publish(second, first);
  const claims = { patron_id: holder.patronId };
  for (const key of [first, second]) {
    expect((await libraries.profile(await signToken(key, claims, { kid: undefined }))).status).toBe(200);
    const expired = await signToken(key, { ...claims, exp: inSeconds(-60) }, { kid: undefined });
    expectRefusal(await libraries.profile(expired), 'Unauthorized');
  }
  const foreign = await signToken(await newKey('ES256'), claims, { kid: undefined });
  expectRefusal(await libraries.profile(foreign), 'Unauthorized');
});

test('an unusable key affects only the tokens that it signed', async () => {
  const [rsa, ec] = await Promise.all([newKey('RS256'), newKey('ES256')]);
  const short = { ...rsa, jwk: { ...rsa.jwk, n: 'AAAA' } };
  const leaked = { ...ec, jwk: { ...ec.jwk, d: 'A'.repeat(43) } };
  provider.publish(first, short, leaked);
  for (const key of [short, leaked]) expectCannotCheckNow(await profileWith(key));
  await expectAccepted(first);
});

test('a token’s expiry depends on the database’s time, not on the host’s', async () => {
  const claims = { patron_id: holder.patronId };
  const valid = await signToken(first, claims);
  const expired = await signToken(first, { ...claims, exp: inSeconds(-60) });
  const now = Date.now();
  for (const hour of [1, -1]) {
    clocks.setDate(new Date(now + hour * 3_600_000));
    expect((await libraries.profile(valid)).status).toBe(200);
    expectRefusal(await libraries.profile(expired), 'Unauthorized');
  }
});
