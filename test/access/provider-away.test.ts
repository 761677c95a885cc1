import { expectRefusal } from '../support/answers.js';
import type { Answer } from '../support/client.js';
import { HostClocks } from './host-clocks.js';
import { IdentityProvider, inSeconds, newKey, signed, type SigningKey } from './identity-provider.js';
import { type Cardholder, Town } from './town.js';

const COOLDOWN = 30;

let first: SigningKey;
let second: SigningKey;
let clocks: HostClocks;
let provider: IdentityProvider;
let town: Town;
let holder: Cardholder;

beforeAll(async () => {
  [first, second] = await Promise.all([newKey('ES256'), newKey('ES256')]);
});

/** Each test has a provider with the first key, and a service that has not asked it yet. */
beforeEach(async () => {
  clocks = new HostClocks();
  provider = await IdentityProvider.open(first);
  town = await Town.open(provider.settings);
  holder = await town.cardholder();
});
afterEach(async () => {
  await town.close();
  provider.close();
  clocks.restore();
});

async function comeWith(key: SigningKey, kid = key.jwk.kid): Promise<Answer> {
  return town.profile(await signed(key, { patron_id: holder.patronId }, { kid }));
}

async function expectLetIn(key: SigningKey): Promise<void> {
  const answer = await comeWith(key);
  expect([answer.status, answer.body.patronId]).toEqual([200, holder.patronId]);
}

/** Nobody can say yet whether the token is good: the client keeps it and comes again. */
function expectPutOff(answer: Answer): void {
  expectRefusal(answer, 'ServiceUnavailable', 'cannot be checked now');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

test('the provider is asked once for many patrons who come at once, and not at all for opaque tokens', async () => {
  await town.profile(await town.discovery.tokenOf(holder));
  await town.profile('no.token.atall');
  expect(provider.asked).toBe(0);
  const answers = await Promise.all(Array.from({ length: 50 }, () => comeWith(first)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(provider.asked).toBe(1);
});

test('of a flood of tokens with unknown keys each is refused, and the provider asked once per cooldown', async () => {
  const flood = async (): Promise<void> => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => comeWith(second, `unknown-${i}`)));
    for (const answer of answers) expectRefusal(answer, 'Unauthorized');
  };
  await flood();
  await flood();
  clocks.wait(COOLDOWN / 3);
  await flood();
  expect(provider.asked).toBe(1);
  clocks.wait(COOLDOWN);
  await flood();
  await flood();
  expect(provider.asked).toBe(2);
  await expectLetIn(first);
});

test('while the provider is away known keys still work, and unknown ones are put off until it is back', async () => {
  await expectLetIn(first);
  provider.publish(first, second);
  provider.trouble = 'cut';
  clocks.wait(COOLDOWN);
  expectPutOff(await comeWith(second));
  await expectLetIn(first);
  const opaque = await town.discovery.tokenOf(holder);
  expect((await town.profile(opaque)).status).toBe(200);
  provider.trouble = undefined;
  clocks.wait(COOLDOWN);
  await expectLetIn(second);
});

test('a provider that was never reached puts its patrons off, and nobody else', async () => {
  provider.close();
  expectPutOff(await comeWith(first));
  expect((await town.profile(await town.discovery.tokenOf(holder))).status).toBe(200);
});

test('what is refused whatever the key is refused without the provider too', async () => {
  provider.close();
  for (const header of [{ alg: 'none' }, { alg: 'HS256' }, { crit: ['x'] }]) {
    const [, payload = '', signature = ''] = (await signed(first, {})).split('.');
    const head = Buffer.from(JSON.stringify({ ...header, alg: header.alg ?? 'ES256' })).toString('base64url');
    expectRefusal(await town.profile(`${head}.${payload}.${signature}`), 'Unauthorized');
  }
});

test('a token that names no key is checked with each that may have signed it', async () => {
  provider.publish(second, first);
  const claims = { patron_id: holder.patronId };
  for (const key of [first, second]) {
    expect((await town.profile(await signed(key, claims, { kid: undefined }))).status).toBe(200);
    const expired = await signed(key, { ...claims, exp: inSeconds(-60) }, { kid: undefined });
    expectRefusal(await town.profile(expired), 'Unauthorized');
  }
  const stranger = await signed(await newKey('ES256'), claims, { kid: undefined });
  expectRefusal(await town.profile(stranger), 'Unauthorized');
});

test('a key that is of no use puts off whom it concerns, and nobody else', async () => {
  const [rsa, ec] = await Promise.all([newKey('RS256'), newKey('ES256')]);
  const short = { ...rsa, jwk: { ...rsa.jwk, n: 'AAAA' } };
  const leaked = { ...ec, jwk: { ...ec.jwk, d: 'A'.repeat(43) } };
  provider.publish(first, short, leaked);
  for (const key of [short, leaked]) expectPutOff(await comeWith(key));
  await expectLetIn(first);
});

test('the host’s time does not matter to a token’s end: the database’s does', async () => {
  const claims = { patron_id: holder.patronId };
  const [good, expired] = [
    await signed(first, claims),
    await signed(first, { ...claims, exp: inSeconds(-60) }),
  ];
  const now = Date.now();
  for (const hour of [1, -1]) {
    clocks.set(new Date(now + hour * 3_600_000));
    expect((await town.profile(good)).status).toBe(200);
    expectRefusal(await town.profile(expired), 'Unauthorized');
  }
});
