import { purgeFailedSignIns } from '../../../src/access/sign-in/sign-in-attempts.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectOAuthRefusal } from '../../support/access/oauth/oauth-answers.js';
import { SignInLibraries } from '../../support/access/sign-in/sign-in-libraries.js';
import type { Answer } from '../../support/client.js';
import { advanceClock, MINUTE } from '../../support/clock.js';
import { type ClientCredentials, OAuthClient, scopeOf } from '../../support/requests/oauth-client.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

/** Two services on one database: neither can count the attempts alone. */
let services: readonly [ServiceUnderTest, ServiceUnderTest];
let libraries: SignInLibraries;
afterEach(async () => {
  for (const service of services.toReversed()) await service.close();
});

async function open(settings: Readonly<Record<string, string>>): Promise<void> {
  const first = await startService([], settings);
  services = [first, await startService([], { ...settings, DATABASE_URL: first.databaseUrl })];
  libraries = await SignInLibraries.within(first);
}

const clients = ({ credentials } = libraries.discovery): OAuthClient[] =>
  services.map(({ url }) => new OAuthClient(url, credentials));

/** One PIN for this many cards, by turns at each service. */
async function tryOnePin(cards: number, headers: Readonly<Record<string, string>> = {}): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let number = 0; number < cards; number++) {
    const form = { grant_type: 'password', username: `card of nobody ${number}`, password: '1234' };
    const scope = scopeOf(libraries.pinLibrary);
    answers.push(await clients()[number % 2]!.post('/patrontoken', { ...form, scope }, headers));
  }
  return answers;
}

function expectRefused(answer: Answer): void {
  expectOAuthRefusal(answer, 'invalid_grant', 'Too many wrong PINs from here');
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(13 * MINUTE);
  expect(seconds).toBeLessThanOrEqual(15 * MINUTE);
}

const FAILED = statement('test-failed-sign-ins', 'SELECT * FROM failed_sign_ins');

test('a client that tries one PIN on many cards is refused by all services for 15 minutes, another client is not', async () => {
  await open({ WRONG_PINS_PER_CLIENT: '4', WRONG_PINS_PER_ADDRESS: '0' });
  const holder = await libraries.addCardholder();
  const credentials: ClientCredentials = { clientId: 'second client', secret: 'secret-of-the-second' };
  const second = await libraries.addClient(credentials, libraries.pinLibrary);
  // Signing in does not count.
  for (let time = 0; time < 3; time++)
    for (const client of clients()) expect((await client.signIn(holder)).status).toBe(200);
  const answers = await tryOnePin(7);
  for (const answer of answers.slice(0, 4)) expectOAuthRefusal(answer, 'unauthorized_client', 'is wrong');
  for (const answer of answers.slice(4)) expectRefused(answer);
  for (const client of clients()) expectRefused(await client.signIn(holder));
  for (const client of clients(second)) expect((await client.signIn(holder)).status).toBe(200);
  await advanceClock(services[0], 16 * MINUTE);
  expect((await clients()[0]!.signIn(holder)).status).toBe(200);
});

test('a range of addresses that does so is refused, another range is not', async () => {
  await open({ WRONG_PINS_PER_CLIENT: '0', WRONG_PINS_PER_ADDRESS: '4', TRUSTED_PROXIES: '127.0.0.1' });
  const from = (address: string): Readonly<Record<string, string>> => ({ 'x-forwarded-for': address });
  for (const address of ['192.0.2.1', '192.0.2.250']) await tryOnePin(2, from(address));
  for (const answer of await tryOnePin(2, from('192.0.2.77'))) expectRefused(answer);
  for (const answer of await tryOnePin(2, from('198.51.100.1')))
    expectOAuthRefusal(answer, 'unauthorized_client', 'is wrong');
});

test('what was counted is deleted after 15 minutes, and names nobody before', async () => {
  await open({ WRONG_PINS_PER_CLIENT: '100', WRONG_PINS_PER_ADDRESS: '100' });
  await tryOnePin(2);
  const { database } = services[0];
  const stored = await database.run(FAILED);
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toMatch(/discovery|127\.0\.0/);
  expect(await purgeFailedSignIns(database)).toBe(0);
  await advanceClock(services[0], 16 * MINUTE);
  expect(await purgeFailedSignIns(database)).toBe(2);
  expect(await database.run(FAILED)).toEqual([]);
});
