import { expectRefusal } from '../../../support/answers.js';
import { eventually } from '../../../support/clock.js';
import type { Cardholder } from '../../../support/requests/oauth-client.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
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
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';
import { patron } from '../../../support/records.js';

/** A library with its own provider, and a patron. */
interface Tenant {
  readonly websiteId: number;
  readonly issuer: string;
  readonly audience: string;
  readonly provider: IdentityProvider;
  readonly key: SigningKey;
  readonly patron: Cardholder;
}

/** The keys of all providers have the same id: ids are unique only within a provider. */
const KID = 'current';

let clocks: HostClocks;
let own: IdentityProvider;
let ownKey: SigningKey;
let service: ServiceUnderTest;
beforeAll(async () => {
  clocks = new HostClocks();
  ownKey = await newKey('ES256', { kid: KID });
  own = await IdentityProvider.open(ownKey);
  service = await startService([], { ...own.settings, OUTBOUND_PRIVATE_NETWORKS: '127.0.0.1' });
});
afterAll(async () => {
  await service.close();
  own.close();
  clocks.restore();
});

let libraries: SignInLibraries;
let harbour: Tenant;
let village: Tenant;
/** Of the library without a provider of its own. */
let resident: Cardholder;
beforeEach(async () => {
  libraries = await SignInLibraries.within(service);
  harbour = await openTenant(libraries.pinLibrary, 'harbour');
  village = await openTenant(libraries.otherLibrary, 'village');
  resident = await libraries.addCardholder({ websiteId: libraries.noPinLibrary });
});
afterEach(() => {
  for (const { provider } of [harbour, village]) provider.close();
});

async function openTenant(websiteId: number, name: string): Promise<Tenant> {
  const key = await newKey('ES256', { kid: KID });
  const provider = await IdentityProvider.open(key);
  const [issuer, audience] = [`https://id.${name}-${websiteId}.example`, `holdfast-${name}`];
  await useProvider(websiteId, { issuer, audience, jwksUrl: provider.keysUrl });
  return { websiteId, issuer, audience, provider, key, patron: await libraries.addCardholder({ websiteId }) };
}

/** Null: the service's. */
async function useProvider(websiteId: number, identityProvider: object | null): Promise<void> {
  await service.import({ record: 'settings', websiteId, identityProvider });
  clocks.advance(11);
}

/** A token as the tenant's provider issues it, changed by `claims`; signed by `key` if that is another's. */
function tokenOf(tenant: Tenant, claims: Claims = {}, key = tenant.key): Promise<string> {
  const { issuer: iss, audience: aud, patron } = tenant;
  return signToken(key, { iss, aud, patron_id: patron.patronId, ...claims });
}

/** The claim of this patron's number. */
const naming = ({ patronId }: Cardholder): Claims => ({ patron_id: patronId });

async function expectNamed({ patronId }: Cardholder, token: string): Promise<void> {
  const answer = await libraries.profile(token);
  expect([answer.status, answer.body.patronId]).toEqual([200, patronId]);
}

async function expectRefused(token: string): Promise<void> {
  expectRefusal(await libraries.profile(token), 'Unauthorized', 'unknown, expired or revoked');
}

test('each provider names the patrons of its library, and the service’s those of the others', async () => {
  await expectNamed(harbour.patron, await tokenOf(harbour));
  await expectNamed(village.patron, await tokenOf(village));
  await expectNamed(resident, await signToken(ownKey, naming(resident)));
});

test('no provider can name another library’s patron, whatever a valid token of it says', async () => {
  await expectRefused(await tokenOf(harbour, naming(village.patron)));
  await expectRefused(await tokenOf(village, naming(harbour.patron)));
  await expectRefused(await tokenOf(harbour, naming(resident)));
  for (const { patron } of [harbour, village]) await expectRefused(await signToken(ownKey, naming(patron)));
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
    { iss, aud: [harbour.audience, aud] },
  ])
    for (const patron of [harbour.patron, village.patron, resident])
      await expectRefused(await tokenOf(harbour, { ...crossed, ...naming(patron) }));
  for (const key of [village.key, ownKey]) await expectRefused(await tokenOf(harbour, {}, key));
});

test('a client of one library cannot end a token of any known issuer, and learns it', async () => {
  const answer = await libraries.discovery.revoke(await tokenOf(village));
  expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_token_type']);
});

test('two libraries of one issuer are told apart by the audience', async () => {
  const { issuer: iss, provider, key } = harbour;
  const aud = 'the-village';
  await useProvider(village.websiteId, { issuer: iss, audience: aud, jwksUrl: provider.keysUrl });
  await expectNamed(village.patron, await signToken(key, { iss, aud, ...naming(village.patron) }));
  await expectNamed(harbour.patron, await tokenOf(harbour));
  await expectRefused(await signToken(key, { iss, aud, ...naming(harbour.patron) }));
  await expectRefused(await tokenOf(harbour, naming(village.patron)));
});

test('libraries of a consortium share a provider, and its keys are fetched once', async () => {
  const { issuer, audience, provider } = harbour;
  await useProvider(village.websiteId, { issuer, audience, jwksUrl: provider.keysUrl });
  await expectNamed(harbour.patron, await tokenOf(harbour));
  await expectNamed(village.patron, await tokenOf(harbour, naming(village.patron)));
  await expectRefused(await tokenOf(harbour, naming(resident)));
  expect(provider.keyRequests).toBe(1);
});

test('two providers with one issuer and one audience keep their own keys', async () => {
  const { issuer, audience } = harbour;
  await useProvider(village.websiteId, { issuer, audience, jwksUrl: village.provider.keysUrl });
  const claims = { iss: issuer, aud: audience };
  await expectNamed(harbour.patron, await tokenOf(harbour));
  await expectNamed(village.patron, await tokenOf(village, claims));
  await expectRefused(await tokenOf(harbour, naming(village.patron)));
  await expectRefused(await tokenOf(village, { ...claims, ...naming(harbour.patron) }));
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

test('a provider that fails closes its own library alone', async () => {
  harbour.provider.failure = 'cuts the connection';
  const answer = await libraries.profile(await tokenOf(harbour));
  expectRefusal(answer, 'ServiceUnavailable', 'cannot be checked now');
  await expectNamed(village.patron, await tokenOf(village));
  await expectNamed(resident, await signToken(ownKey, naming(resident)));
  expect((await libraries.discovery.signIn(harbour.patron)).status).toBe(200);
});

test('a provider that never answers holds up its own library alone', async () => {
  harbour.provider.failure = 'never answers';
  const waiting = libraries.profile(await tokenOf(harbour));
  await eventually(() => expect(harbour.provider.keyRequests).toBe(1));
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
  const { websiteId, patron, provider } = harbour;
  const old = await tokenOf(harbour);
  await expectNamed(patron, old);
  const issuer = 'https://new.harbour.example';
  await useProvider(websiteId, { issuer, audience: 'new', jwksUrl: provider.keysUrl, patronClaim: 'sub' });
  await expectRefused(old);
  const claims = { iss: issuer, aud: 'new', sub: String(patron.patronId) };
  await expectNamed(patron, await tokenOf(harbour, { ...claims, patron_id: 1 }));
  await useProvider(websiteId, null);
  await expectRefused(await tokenOf(harbour, claims));
  await expectNamed(patron, await signToken(ownKey, naming(patron)));
});

test('another library’s provider leaves tokens alone that look like JWTs and are opaque', async () => {
  const token = await signToken(await newKey('ES256'), { iss: 'https://unknown.example', patron_id: 1 });
  await service.import({ record: 'token', token, patronId: resident.patronId });
  await expectNamed(resident, token);
});

describe('a claim that holds what the library itself calls its patrons', () => {
  const use = ({ websiteId, issuer, audience, provider }: Tenant, members: object): Promise<void> =>
    useProvider(websiteId, { issuer, audience, jwksUrl: provider.keysUrl, ...members });

  /** Numbered as a patron of the service is. */
  async function addNumbered(websiteId: number, externalId: string): Promise<Cardholder> {
    const holder = await libraries.addCardholder({ websiteId });
    const { patronId, cardNumber } = holder;
    await service.import(patron(patronId, { websiteId, cardNumber, externalId }));
    return holder;
  }

  test('names the patron with this number of the library, and nobody by the service’s', async () => {
    const lookAlike = await addNumbered(harbour.websiteId, String(village.patron.patronId));
    await use(harbour, { patronClaim: { name: 'number', is: 'externalId' } });
    const naming = (number: unknown): Promise<string> => tokenOf(harbour, { number });
    await expectNamed(lookAlike, await naming(String(village.patron.patronId)));
    await expectNamed(lookAlike, await naming([village.patron.patronId]));
    for (const number of [String(harbour.patron.patronId), 'a\0b', '', ['1', '2'], {}, null, 1.5])
      await expectRefused(await naming(number));
  });

  test('names the holder of a card of the library', async () => {
    await use(harbour, { patronClaim: 'barcode:cardNumber' });
    const naming = (barcode: unknown): Promise<string> => tokenOf(harbour, { barcode });
    await expectNamed(harbour.patron, await naming(harbour.patron.cardNumber.toUpperCase()));
    for (const barcode of [harbour.patron.patronId, village.patron.cardNumber, 'x'.repeat(101)])
      await expectRefused(await naming(barcode));
  });

  test('is of the library that another claim names, where libraries share a provider', async () => {
    const [{ issuer, audience, provider }, number] = [harbour, '1001'];
    const inHarbour = await addNumbered(harbour.websiteId, number);
    const inVillage = await addNumbered(village.websiteId, number);
    const members = (value: string): object => ({
      patronClaim: { name: 'number', is: 'externalId' },
      libraryClaim: { name: 'home', value },
    });
    await use(harbour, members('H'));
    await use({ ...village, issuer, audience, provider }, members('V'));
    const at = (home: unknown): Promise<string> => tokenOf(harbour, { number, home });
    await expectNamed(inHarbour, await at('H'));
    await expectNamed(inVillage, await at(['V', 'readers']));
    for (const home of [undefined, 'X', 'h', ['H', 'V']]) await expectRefused(await at(home));
  });

  test('is nobody’s where another library takes the same tokens', async () => {
    const { issuer, audience, provider } = harbour;
    await addNumbered(harbour.websiteId, '1001');
    await useProvider(harbour.websiteId, null);
    await use({ ...village, issuer, audience, provider }, {});
    await expect(use(harbour, { patronClaim: 'number:externalId' })).rejects.toThrow(
      'identityProvider.libraryClaim must tell the library from another one',
    );
  });
});
