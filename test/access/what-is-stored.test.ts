import { hashToken } from '../../src/access/tokens.store.js';
import { expectOAuthRefusal, expectToken } from './oauth-answers.js';
import { tablesWith } from './stored-text.js';
import { CITY, DISCOVERY, grantedScope, tokenIn, Town } from './town.js';

let town: Town;
beforeAll(async () => {
  town = await Town.open();
});
afterAll(() => town.close());

test('what is looked for below is found where it does stand', async () => {
  const holder = await town.cardholder();
  const token = await town.discovery.tokenOf(holder);
  const { database } = town.service;
  expect(await tablesWith(database, holder.cardNumber)).toEqual(['public.patron']);
  expect(await tablesWith(database, hashToken(token).toString('hex'))).toEqual(['public.access_token']);
});

test('of a token and a PIN nothing but hashes is stored', async () => {
  const holder = await town.importedCardholder('PIN-74108529630');
  const answer = await town.discovery.signIn(holder);
  expectToken(answer, grantedScope(CITY));
  const { database } = town.service;
  expect(await tablesWith(database, tokenIn(answer))).toEqual([]);
  expect(await tablesWith(database, holder.pin)).toEqual([]);
});

test('of a client’s token and secret nothing but hashes is stored', async () => {
  const token = tokenIn(await town.discovery.ownToken());
  const { database } = town.service;
  expect(await tablesWith(database, token)).toEqual([]);
  expect(await tablesWith(database, DISCOVERY.secret)).toEqual([]);
});

test('of a wrong PIN, and of a card that nobody has, nothing is stored', async () => {
  const holder = await town.cardholder();
  const wrong = { ...holder, pin: 'wrong-PIN-90817263' };
  const stranger = { ...holder, cardNumber: 'nobodys-card-5647382910' };
  for (const attempt of [wrong, stranger])
    expectOAuthRefusal(await town.discovery.signIn(attempt), 'invalid_grant');
  const { database } = town.service;
  expect(await tablesWith(database, wrong.pin)).toEqual([]);
  expect(await tablesWith(database, stranger.cardNumber)).toEqual([]);
});

test('a refused sign-in leaves no token', async () => {
  const holder = await town.cardholder();
  const { prisma } = town.service.database;
  const before = await prisma.accessToken.count();
  expectOAuthRefusal(await town.discovery.signIn(holder, { password: 'wrong' }), 'invalid_grant');
  expect(await prisma.accessToken.count()).toBe(before);
});
