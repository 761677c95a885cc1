import { hashToken } from '../../../../src/access/tokens/tokens.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { expectOAuthRefusal, expectToken } from '../../../support/access/oauth/oauth-answers.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import { setOldPinHash, SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';
import { grantedScope, type OAuthClient, tokenIn } from '../../../support/requests/oauth-client.js';

let libraries: SignInLibraries;
let discovery: OAuthClient;
let database: Database;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
  ({
    discovery,
    service: { database },
  } = libraries);
});

test('of tokens, PINs and secrets nothing but hashes is stored', async () => {
  const holder = await libraries.importCardholder('PIN-74108529630');
  const token = await discovery.tokenOf(holder);
  // What is looked for below is found where it does stand.
  expect(await tablesWith(database, holder.cardNumber)).toEqual(['public.patron']);
  expect(await tablesWith(database, hashToken(token).toString('hex'))).toEqual(['public.access_token']);
  const clientToken = tokenIn(await discovery.clientToken());
  for (const secret of [token, holder.pin, clientToken, discovery.credentials.secret])
    expect(await tablesWith(database, secret)).toEqual([]);
});

test('of a wrong PIN, and of a card that nobody has, nothing is stored, and no token', async () => {
  const holder = await libraries.addCardholder();
  const wrong = { ...holder, pin: 'wrong-PIN-90817263' };
  const stranger = { ...holder, cardNumber: 'nobodys-card-5647382910' };
  const before = await database.prisma.accessToken.count();
  for (const attempt of [wrong, stranger])
    expectOAuthRefusal(await discovery.signIn(attempt), 'unauthorized_client');
  for (const secret of [wrong.pin, stranger.cardNumber])
    expect(await tablesWith(database, secret)).toEqual([]);
  expect(await database.prisma.accessToken.count()).toBe(before);
});

const PIN_HASH = statement<{ pinHash: string }>(
  'test-pin-hash',
  'SELECT pin_hash AS "pinHash" FROM patron WHERE patron_id = $1',
);

test('the hash of an earlier release is replaced when the patron signs in, and the PIN stays', async () => {
  const holder = await libraries.addCardholder();
  await setOldPinHash(database, holder.patronId, holder.pin);
  const hashOf = async (): Promise<string> => (await database.run(PIN_HASH, [holder.patronId]))[0]!.pinHash;
  await discovery.signIn(holder, { password: 'wrong' });
  expect(await hashOf()).toMatch(/^scrypt/);
  const token = await discovery.tokenOf(holder);
  const replaced = await hashOf();
  expect(replaced).toMatch(/^\$argon2id/);
  expect((await libraries.profile(token)).status).toBe(200);
  expectToken(await discovery.signIn(holder), grantedScope(libraries.pinLibrary));
  expect(await hashOf()).toBe(replaced);
});
