import { expectRefusal } from '../../../support/answers.js';
import type { Answer } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import type { Cardholder } from '../../../support/requests/oauth-client.js';
import { HostClocks } from './host-clocks.js';
import {
  AUDIENCE,
  type Claims,
  IdentityProvider,
  ISSUER,
  newKey,
  type SigningKey,
  signToken,
} from '../../../support/access/providers/identity-provider.js';
import {
  NO_PIN_LIBRARY,
  OTHER_LIBRARY,
  PIN_LIBRARY,
  SignInLibraries,
} from '../../../support/access/sign-in/sign-in-libraries.js';

/** A library with its own provider, and a patron. */
interface Tenant {
  readonly websiteId: number;
  readonly issuer: string;
  readonly audience: string;
  readonly provider: IdentityProvider;
  readonly key: SigningKey;
  readonly patron: Cardholder;
}

/** The key of both tenants has the same id: ids are unique only within a provider. */
const KID = 'current';

let service: IdentityProvider;
let serviceKey: SigningKey;
let libraries: SignInLibraries;
let clocks: HostClocks;
let harbour: Tenant;
let village: Tenant;
/** Of the library without a provider of its own. */
let resident: Cardholder;

beforeEach(async () => {
  clocks = new HostClocks();
  serviceKey = await newKey('ES256', { kid: KID });
  service = await IdentityProvider.open(serviceKey);
  libraries = await SignInLibraries.open({ ...service.settings, OUTBOUND_PRIVATE_NETWORKS: '127.0.0.1' });
  harbour = await openTenant(PIN_LIBRARY, 'https://id.harbour.example', 'holdfast-harbour');
  village = await openTenant(OTHER_LIBRARY, 'https://id.village.example', 'holdfast-village');
  resident = await libraries.addCardholder({ websiteId: NO_PIN_LIBRARY });
});
afterEach(async () => {
  await libraries.close();
  for (const provider of [service, harbour.provider, village.provider]) provider.close();
  clocks.restore();
});

async function openTenant(websiteId: number, issuer: string, audience: string): Promise<Tenant> {
  const key = await newKey('ES256', { kid: KID });
  const provider = await IdentityProvider.open(key);
  await useProvider(websiteId, { issuer, audience, jwksUrl: provider.keysUrl });
  return { websiteId, issuer, audience, provider, key, patron: await libraries.addCardholder({ websiteId }) };
}

/** Null: the service's. */
async function useProvider(websiteId: number, identityProvider: object | null): Promise<void> {
  await libraries.service.import({ record: 'settings', websiteId, identityProvider });
  clocks.advance(11);
}

/** A token as the tenant's provider issues it, changed by `claims`; signed by `key` if that is another's. */
function tokenOf(tenant: Tenant, claims: Claims = {}, key = tenant.key): Promise<string> {
  const { issuer: iss, audience: aud, patron } = tenant;
  return signToken(key, { iss, aud, patron_id: patron.patronId, ...claims });
}

async function expectNamed({ patronId }: Cardholder, token: string): Promise<void> {
  const answer = await libraries.profile(token);
  expect([answer.status, answer.body.patronId]).toEqual([200, patronId]);
}

async function expectRefused(token: string): Promise<void> {
  const answer: Answer = await libraries.profile(token);
  expectRefusal(answer, 'Unauthorized', 'unknown, expired or revoked');
}

test('each provider names the patrons of its library, and the service’s those of the others', async () => {
  await expectNamed(harbour.patron, await tokenOf(harbour));
  await expectNamed(village.patron, await tokenOf(village));
  await expectNamed(resident, await signToken(serviceKey, { patron_id: resident.patronId }));
});

test('a provider cannot name another library’s patron, whatever a valid token of it says', async () => {
  await expectRefused(await tokenOf(harbour, { patron_id: village.patron.patronId }));
  await expectRefused(await tokenOf(village, { patron_id: harbour.patron.patronId }));
  await expectRefused(await tokenOf(harbour, { patron_id: resident.patronId }));
});

test('the service’s own provider cannot name a patron of a library that has chosen another', async () => {
  for (const { patron } of [harbour, village])
    await expectRefused(await signToken(serviceKey, { patron_id: patron.patronId }));
});

test('issuers, audiences and keys of two libraries cannot be crossed', async () => {
  const { issuer: iss, audience: aud } = village;
  for (const crossed of [
    { iss },
    { aud },
    { iss, aud },
    { iss: ISSUER },
    { aud: AUDIENCE },
    { iss: ISSUER, aud: AUDIENCE },
  ])
    for (const patron_id of [harbour.patron.patronId, village.patron.patronId, resident.patronId])
      await expectRefused(await tokenOf(harbour, { ...crossed, patron_id }));
  // The same key id at either provider, and a token that claims to be for both audiences.
  for (const key of [village.key, serviceKey]) await expectRefused(await tokenOf(harbour, {}, key));
  for (const patron_id of [harbour.patron.patronId, village.patron.patronId])
    await expectRefused(await tokenOf(harbour, { aud: [harbour.audience, aud], iss, patron_id }));
});

test('a client of one library cannot end a token of any known issuer, and learns it', async () => {
  const answer = await libraries.discovery.revoke(await tokenOf(village));
  expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_token_type']);
});

test('two libraries of one issuer are told apart by the audience', async () => {
  const { issuer, provider, key } = harbour;
  await useProvider(village.websiteId, { issuer, audience: 'the-village', jwksUrl: provider.keysUrl });
  const claims = { iss: issuer, aud: 'the-village' };
  await expectNamed(village.patron, await signToken(key, { ...claims, patron_id: village.patron.patronId }));
  await expectNamed(harbour.patron, await tokenOf(harbour));
  await expectRefused(await signToken(key, { ...claims, patron_id: harbour.patron.patronId }));
  await expectRefused(await tokenOf(harbour, { patron_id: village.patron.patronId }));
});

test('libraries of a consortium share a provider, and its keys are fetched once', async () => {
  const { issuer, audience, provider } = harbour;
  await useProvider(village.websiteId, { issuer, audience, jwksUrl: provider.keysUrl });
  await expectNamed(harbour.patron, await tokenOf(harbour));
  await expectNamed(village.patron, await tokenOf(harbour, { patron_id: village.patron.patronId }));
  await expectRefused(await tokenOf(harbour, { patron_id: resident.patronId }));
  expect(provider.keyRequests).toBe(1);
});

test('two providers with one issuer and one audience keep their own keys', async () => {
  const { issuer, audience } = harbour;
  await useProvider(village.websiteId, { issuer, audience, jwksUrl: village.provider.keysUrl });
  const claims = { iss: issuer, aud: audience };
  await expectNamed(harbour.patron, await tokenOf(harbour));
  await expectNamed(village.patron, await tokenOf(village, claims));
  await expectRefused(await tokenOf(harbour, { patron_id: village.patron.patronId }));
  await expectRefused(await tokenOf(village, { ...claims, patron_id: harbour.patron.patronId }));
});

test('a provider changes its keys without an effect on another library', async () => {
  await expectNamed(harbour.patron, await tokenOf(harbour));
  await expectNamed(village.patron, await tokenOf(village));
  const next = await newKey('ES256');
  harbour.provider.publish(next);
  clocks.advance(601);
  await expectNamed(harbour.patron, await tokenOf(harbour, {}, next));
  await expectRefused(await tokenOf(harbour));
  await expectNamed(village.patron, await tokenOf(village));
  await expectRefused(await tokenOf(village, {}, next));
});

test.each(['cuts the connection', 'answers 500', 'sends no keys'] as const)(
  'a provider that %s closes its own library alone',
  async (failure) => {
    harbour.provider.failure = failure;
    expectRefusal(
      await libraries.profile(await tokenOf(harbour)),
      'ServiceUnavailable',
      'cannot be checked now',
    );
    await expectNamed(village.patron, await tokenOf(village));
    await expectNamed(resident, await signToken(serviceKey, { patron_id: resident.patronId }));
    expect((await libraries.discovery.signIn(harbour.patron)).status).toBe(200);
  },
);

test('a provider that never answers holds up its own library alone', async () => {
  harbour.provider.failure = 'never answers';
  const waiting = libraries.profile(await tokenOf(harbour));
  await eventually(() => Promise.resolve(expect(harbour.provider.keyRequests).toBe(1)));
  await expectNamed(village.patron, await tokenOf(village));
  harbour.provider.close();
  expectRefusal(await waiting, 'ServiceUnavailable');
});

test('a provider that does not answer closes its own library alone, even where another has its name', async () => {
  const { issuer, audience, provider } = harbour;
  provider.failure = 'cuts the connection';
  // Another audience: the first provider is not even asked.
  await useProvider(village.websiteId, { issuer, audience: 'other', jwksUrl: village.provider.keysUrl });
  await expectNamed(village.patron, await tokenOf(village, { iss: issuer, aud: 'other' }));
  await expectRefused(await tokenOf(village, { iss: issuer, aud: 'other', exp: 1 }));
  expect(provider.keyRequests).toBe(0);
  await useProvider(village.websiteId, { issuer, audience, jwksUrl: village.provider.keysUrl });
  await expectNamed(village.patron, await tokenOf(village, { iss: issuer, aud: audience }));
  expectRefusal(await libraries.profile(await tokenOf(harbour)), 'ServiceUnavailable');
});

test('a library changes its provider, and goes back to the service’s, while the service runs', async () => {
  const old = await tokenOf(harbour);
  await expectNamed(harbour.patron, old);
  const issuer = 'https://new.harbour.example';
  await useProvider(PIN_LIBRARY, {
    issuer,
    audience: 'new',
    jwksUrl: harbour.provider.keysUrl,
    patronClaim: 'sub',
  });
  await expectRefused(old);
  const sub = String(harbour.patron.patronId);
  await expectNamed(harbour.patron, await tokenOf(harbour, { iss: issuer, aud: 'new', sub, patron_id: 1 }));
  await useProvider(PIN_LIBRARY, null);
  await expectRefused(await tokenOf(harbour, { iss: issuer, aud: 'new', sub }));
  await expectNamed(harbour.patron, await signToken(serviceKey, { patron_id: harbour.patron.patronId }));
});

test('another library’s provider leaves tokens alone that look like JWTs and are opaque', async () => {
  const token = await signToken(await newKey('ES256'), { iss: 'https://unknown.example', patron_id: 1 });
  await libraries.service.import({ record: 'token', token, patronId: resident.patronId });
  await expectNamed(resident, token);
});
