import { expectRefusal } from '../../support/answers.js';
import { type Answer, PatronClient } from '../../support/client.js';
import { advanceClock, HOUR } from '../../support/clock.js';
import { sendRaw } from '../../support/requests/raw-request.js';
import {
  IdentityProvider,
  newKey,
  signToken,
  type SigningKey,
} from '../../support/access/providers/identity-provider.js';
import { SignInLibraries } from '../../support/access/sign-in/sign-in-libraries.js';
import { tokenIn } from '../../support/requests/oauth-client.js';

// Addresses that are for patrons and clients, as those of libraries are.

let key: SigningKey;
let provider: IdentityProvider;
let libraries: SignInLibraries;
beforeAll(async () => {
  key = await newKey('ES256');
  provider = await IdentityProvider.open(key);
  libraries = await SignInLibraries.open(provider.settings);
});
afterAll(async () => {
  await libraries.close();
  provider.close();
});

const pathOf = (websiteId: number): string => `/v1/libraries/${websiteId}`;

const visit = (token: string, websiteId = libraries.pinLibrary): Promise<Answer> =>
  new PatronClient(libraries.service.url, token).get(pathOf(websiteId));

/** The libraries that who has this token may see. */
async function seenBy(token: string): Promise<number[]> {
  const { pinLibrary, noPinLibrary, otherLibrary } = libraries;
  const seen: number[] = [];
  for (const websiteId of [pinLibrary, noPinLibrary, otherLibrary])
    if ((await visit(token, websiteId)).status === 200) seen.push(websiteId);
  return seen;
}

async function expectRefused(token: string): Promise<void> {
  const answer = await visit(token);
  expectRefusal(answer, 'Unauthorized');
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast", error="invalid_token"');
}

test('a client sees the libraries that it serves now, not those when it got its token', async () => {
  const { discovery, otherClient, pinLibrary, noPinLibrary, otherLibrary } = libraries;
  expect(await seenBy(tokenIn(await discovery.clientToken()))).toEqual([pinLibrary, noPinLibrary]);
  const token = tokenIn(await otherClient.clientToken());
  for (const websiteIds of [[otherLibrary], [], [otherLibrary]]) {
    await libraries.addClient(otherClient.credentials, ...websiteIds);
    expect(await seenBy(token)).toEqual(websiteIds);
  }
});

test('a patron sees their own library, by a token of either kind', async () => {
  const websiteId = libraries.noPinLibrary;
  const holder = await libraries.addCardholder({ websiteId });
  for (const token of [
    await libraries.discovery.tokenOf(holder),
    await signToken(key, { patron_id: holder.patronId }),
  ])
    expect(await seenBy(token)).toEqual([websiteId]);
});

test('what is refused elsewhere is refused here: unknown, expired, revoked, and a stranger’s JWT', async () => {
  const { discovery } = libraries;
  const holder = await libraries.addCardholder();
  const expiring = tokenIn(await discovery.clientToken());
  const revoked = [await discovery.tokenOf(holder), tokenIn(await discovery.clientToken())];
  for (const token of revoked) {
    expect((await visit(token)).status).toBe(200);
    await discovery.revoke(token);
    await expectRefused(token);
  }
  await advanceClock(libraries.service, HOUR);
  for (const token of ['unknown', expiring]) await expectRefused(token);
  await expectRefused(await signToken(key, { patron_id: holder.patronId, aud: 'https://other.example.org' }));
});

test('a client’s own token is refused when its client is gone', async () => {
  const credentials = { clientId: 'gone', secret: 'secret-of-one-that-goes' };
  const gone = await libraries.addClient(credentials, libraries.pinLibrary);
  const token = tokenIn(await gone.clientToken());
  expect((await visit(token)).status).toBe(200);
  await libraries.service.import({ record: 'client', clientId: 'gone', delete: true });
  await expectRefused(token);
});

test('without a token, or with two headers, the answer is as everywhere', async () => {
  const token = tokenIn(await libraries.discovery.clientToken());
  const authorization = ['Authorization', `Bearer ${token}`] as const;
  const ask = (...headers: (typeof authorization)[]): Promise<Answer> =>
    sendRaw(libraries.service.url, { method: 'GET', path: pathOf(libraries.pinLibrary), headers });
  const none = await ask();
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="holdfast"']);
  expectRefusal(await ask(authorization, authorization), 'InvalidFieldValue');
});
