import { hashToken } from '../../../../src/access/tokens/tokens.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { expectOAuthRefusal, expectToken } from '../../../support/access/oauth/oauth-answers.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import { PIN_LIBRARY, SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';
import { DISCOVERY, grantedScope, tokenIn } from '../../../support/requests/oauth-client.js';

let libraries: SignInLibraries;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
});
afterAll(() => libraries.close());

test('what is looked for below is found where it does stand', async () => {
  const holder = await libraries.addCardholder();
  const token = await libraries.discovery.tokenOf(holder);
  const { database } = libraries.service;
  expect(await tablesWith(database, holder.cardNumber)).toEqual(['public.patron']);
  expect(await tablesWith(database, hashToken(token).toString('hex'))).toEqual(['public.access_token']);
});

test('of a token and a PIN nothing but hashes is stored', async () => {
  const holder = await libraries.importCardholder('PIN-74108529630');
  const answer = await libraries.discovery.signIn(holder);
  expectToken(answer, grantedScope(PIN_LIBRARY));
  const { database } = libraries.service;
  expect(await tablesWith(database, tokenIn(answer))).toEqual([]);
  expect(await tablesWith(database, holder.pin)).toEqual([]);
});

test('the hash of an earlier release is replaced when the patron signs in, and the PIN stays', async () => {
  const holder = await libraries.addCardholder();
  const { database } = libraries.service;
  const hashOf = async (): Promise<string> => {
    const [row] = await database.run(
      statement<{ pinHash: string }>(
        'test-pin-hash',
        'SELECT pin_hash AS "pinHash" FROM patron WHERE patron_id = $1',
      ),
      [holder.patronId],
    );
    return row?.pinHash ?? '';
  };
  await libraries.discovery.signIn(holder, { password: 'wrong' });
  expect(await hashOf()).toMatch(/^scrypt/);
  const token = await libraries.discovery.tokenOf(holder);
  const replaced = await hashOf();
  expect(replaced).toMatch(/^\$argon2id/);
  expect((await libraries.profile(token)).status).toBe(200);
  expectToken(await libraries.discovery.signIn(holder), grantedScope(PIN_LIBRARY));
  expect(await hashOf()).toBe(replaced);
});

test('of a client’s token and secret nothing but hashes is stored', async () => {
  const token = tokenIn(await libraries.discovery.clientToken());
  const { database } = libraries.service;
  expect(await tablesWith(database, token)).toEqual([]);
  expect(await tablesWith(database, DISCOVERY.secret)).toEqual([]);
});

test('of a wrong PIN, and of a card that nobody has, nothing is stored', async () => {
  const holder = await libraries.addCardholder();
  const wrong = { ...holder, pin: 'wrong-PIN-90817263' };
  const stranger = { ...holder, cardNumber: 'nobodys-card-5647382910' };
  for (const attempt of [wrong, stranger])
    expectOAuthRefusal(await libraries.discovery.signIn(attempt), 'unauthorized_client');
  const { database } = libraries.service;
  expect(await tablesWith(database, wrong.pin)).toEqual([]);
  expect(await tablesWith(database, stranger.cardNumber)).toEqual([]);
});

test('a refused sign-in leaves no token', async () => {
  const holder = await libraries.addCardholder();
  const { prisma } = libraries.service.database;
  const before = await prisma.accessToken.count();
  expectOAuthRefusal(await libraries.discovery.signIn(holder, { password: 'wrong' }), 'unauthorized_client');
  expect(await prisma.accessToken.count()).toBe(before);
});
