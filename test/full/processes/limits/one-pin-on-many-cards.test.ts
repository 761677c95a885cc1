import { purgeFailedSignIns } from '../../../../src/access/sign-in/sign-in-attempts.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { expectOAuthRefusal } from '../../../support/access/oauth/oauth-answers.js';
import {
  setFastPinHash,
  signInRecords,
  PIN_LIBRARY,
} from '../../../support/access/sign-in/sign-in-libraries.js';
import type { Answer } from '../../../support/client.js';
import { advanceClock, MINUTE } from '../../../support/clock.js';
import { type Cardholder, OAuthClient } from '../../../support/requests/oauth-client.js';
import { type Deployment, startDeployment } from '../../support/processes.js';
import { patron, WEBSITE_ID } from '../../../support/records.js';

const SECOND_CLIENT = { clientId: 'second client', secret: 'secret-of-the-second-client' };

let deployment: Deployment;
afterEach(() => deployment.close());

async function open(settings: Readonly<Record<string, string>>): Promise<void> {
  const records = [...signInRecords(), { record: 'client', ...SECOND_CLIENT, websiteIds: [WEBSITE_ID] }];
  deployment = await startDeployment(records, { settings });
}

async function addCardholder(patronId: number): Promise<Cardholder> {
  const card = { websiteId: PIN_LIBRARY, patronId, cardNumber: `card ${patronId}` };
  await deployment.import(patron(patronId, card));
  await setFastPinHash(deployment.database, patronId, '2468');
  return { ...card, pin: '2468' };
}

const clients = (credentials?: typeof SECOND_CLIENT): OAuthClient[] =>
  deployment.processes.map(({ url }) => new OAuthClient(url, credentials));

/** One PIN for this many cards, by turns at each process. */
async function tryOnePin(cards: number, headers: Readonly<Record<string, string>> = {}): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let number = 0; number < cards; number++)
    answers.push(
      await clients()[number % 2]!.post(
        '/patrontoken',
        {
          grant_type: 'password',
          username: `card of nobody ${number}`,
          password: '1234',
          scope: `websiteid:${PIN_LIBRARY} authorizationname:main`,
        },
        headers,
      ),
    );
  return answers;
}

function expectRefused(answer: Answer | undefined): void {
  expectOAuthRefusal(answer!, 'invalid_grant', 'Too many wrong PINs from here');
  const seconds = Number(answer!.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(13 * MINUTE);
  expect(seconds).toBeLessThanOrEqual(15 * MINUTE);
}

test('a client that tries one PIN on many cards is refused by all processes, another client is not', async () => {
  await open({ WRONG_PINS_PER_CLIENT: '6', WRONG_PINS_PER_ADDRESS: '0' });
  const holder = await addCardholder(1);
  const answers = await tryOnePin(8);
  for (const answer of answers.slice(0, 6)) expectOAuthRefusal(answer, 'unauthorized_client', 'is wrong');
  for (const answer of answers.slice(6)) expectRefused(answer);
  for (const client of clients()) expectRefused(await client.signIn(holder));
  for (const client of clients(SECOND_CLIENT)) expect((await client.signIn(holder)).status).toBe(200);
});

test('refused attempts do not make the time longer, and after it the client may try again', async () => {
  await open({ WRONG_PINS_PER_CLIENT: '3', WRONG_PINS_PER_ADDRESS: '0' });
  const holder = await addCardholder(1);
  await tryOnePin(5);
  await advanceClock(deployment, 16 * MINUTE);
  expect((await clients()[0]!.signIn(holder)).status).toBe(200);
});

test('signing in does not count', async () => {
  await open({ WRONG_PINS_PER_CLIENT: '3', WRONG_PINS_PER_ADDRESS: '3' });
  const holder = await addCardholder(1);
  for (let time = 0; time < 6; time++) expect((await clients()[time % 2]!.signIn(holder)).status).toBe(200);
});

test('a range of addresses that tries one PIN on many cards is refused, another range is not', async () => {
  await open({ WRONG_PINS_PER_CLIENT: '0', WRONG_PINS_PER_ADDRESS: '4', TRUSTED_PROXIES: '127.0.0.1' });
  const from = (address: string): Readonly<Record<string, string>> => ({ 'x-forwarded-for': address });
  await tryOnePin(2, from('192.0.2.1'));
  await tryOnePin(2, from('192.0.2.250'));
  for (const answer of await tryOnePin(2, from('192.0.2.77'))) expectRefused(answer);
  for (const answer of await tryOnePin(2, from('198.51.100.1')))
    expectOAuthRefusal(answer, 'unauthorized_client', 'is wrong');
});

test('what was counted is deleted after 15 minutes, and names nobody before', async () => {
  await open({ WRONG_PINS_PER_CLIENT: '100', WRONG_PINS_PER_ADDRESS: '100' });
  await tryOnePin(2);
  const rows = (): Promise<object[]> =>
    deployment.database.run(statement('test-failed-sign-ins', 'SELECT * FROM failed_sign_ins'));
  const stored = await rows();
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toMatch(/discovery|127\.0\.0/);
  expect(await purgeFailedSignIns(deployment.database)).toBe(0);
  await advanceClock(deployment, 16 * MINUTE);
  expect(await purgeFailedSignIns(deployment.database)).toBe(2);
  expect(await rows()).toEqual([]);
});
