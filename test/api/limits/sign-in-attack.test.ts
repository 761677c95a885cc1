import pg from 'pg';
import { purgeFailedSignIns } from '../../../src/access/sign-in/sign-in-attempts.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectOAuthRefusal } from '../../support/access/oauth/oauth-answers.js';
import { SignInLibraries } from '../../support/access/sign-in/sign-in-libraries.js';
import { expectRefusal } from '../../support/answers.js';
import { type Answer, PatronClient } from '../../support/client.js';
import { advanceClock, eventually, MINUTE } from '../../support/clock.js';
import { FORM_TYPE, OAuthClient, scopeOf } from '../../support/requests/oauth-client.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

const SECOND_CLIENT = { clientId: 'second client', secret: 'secret-of-the-second-client' };

describe('a flood of sign-ins', () => {
  let libraries: SignInLibraries;
  beforeAll(async () => {
    libraries = await SignInLibraries.open({ POOL_SIZE: '48' });
  });
  afterAll(() => libraries.close());

  test('of 120 at once through one client 24 are worked on, the others are refused, and another client’s patron comes in', async () => {
    const { discovery, pinLibrary, noPinLibrary } = libraries;
    const second = await libraries.addClient(SECOND_CLIENT, noPinLibrary);
    const rightful = await libraries.addCardholder({ websiteId: noPinLibrary });
    const locker = new pg.Client(libraries.service.databaseUrl);
    await locker.connect();
    try {
      // No attempt in this library comes to its end before COMMIT.
      await locker.query('BEGIN');
      await locker.query('SELECT FROM library WHERE website_id = $1 FOR UPDATE', [pinLibrary]);
      const refused: Answer[] = [];
      const flood = Array.from({ length: 120 }, async (_, number) => {
        const cardNumber = `no card ${number}`;
        const answer = await discovery.signIn({ websiteId: pinLibrary, patronId: 0, cardNumber, pin: '1' });
        if (answer.status === 429) refused.push(answer);
        return answer;
      });
      await eventually(() => expect(refused).toHaveLength(96));
      expectRefusal(refused[0]!, 'TooManyRequests');
      expect(refused[0]!.headers.get('retry-after')).toBe('1');
      expect((await second.signIn(rightful)).status).toBe(200);

      await locker.query('COMMIT');
      const answers = await Promise.all(flood);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(24);
      expect((await discovery.signIn(rightful)).status).toBe(200);
    } finally {
      await locker.end();
    }
  });
});

describe('one PIN on many cards', () => {
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

  test('is refused to a client by all services for 15 minutes, and not to another client', async () => {
    await open({ WRONG_PINS_PER_CLIENT: '4', WRONG_PINS_PER_ADDRESS: '0' });
    const holder = await libraries.addCardholder();
    const second = await libraries.addClient(SECOND_CLIENT, libraries.pinLibrary);
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

  test('is refused to a range of addresses, and not to another range', async () => {
    await open({ WRONG_PINS_PER_CLIENT: '0', WRONG_PINS_PER_ADDRESS: '4', TRUSTED_PROXIES: '127.0.0.1' });
    const from = (address: string): Readonly<Record<string, string>> => ({ 'x-forwarded-for': address });
    for (const address of ['192.0.2.1', '192.0.2.250']) await tryOnePin(2, from(address));
    for (const answer of await tryOnePin(2, from('192.0.2.77'))) expectRefused(answer);
    for (const answer of await tryOnePin(2, from('198.51.100.1')))
      expectOAuthRefusal(answer, 'unauthorized_client', 'is wrong');
  });

  test('is counted for 15 minutes, and what is counted names nobody', async () => {
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
});

test('many wrong PINs make each network’s limit on the shelf lower, and shut out nobody in another one', async () => {
  const limits = { WRONG_PINS_PER_CLIENT: '35', WRONG_PINS_PER_ADDRESS: '32' };
  const libraries = await SignInLibraries.open({ SHELF: 'true', TRUSTED_PROXIES: '127.0.0.1', ...limits });
  const { cardNumber, pin } = await libraries.addCardholder();
  const signIn = (address: string, form: Readonly<Record<string, string>>): Promise<Answer> =>
    new PatronClient(libraries.service.url, '').send('POST', '/shelf/sign-in', {
      headers: {
        authorization: '',
        'content-type': FORM_TYPE,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': address,
      },
      body: new URLSearchParams({ websiteId: String(libraries.pinLibrary), ...form }).toString(),
    });
  /** Wrong PINs, nine for each card. @returns how many were looked at before they were refused */
  const guessFrom = async (network: string): Promise<number> => {
    let card = '';
    for (let number = 0; number < 40; number++) {
      if (number % 9 === 0) card = (await libraries.addCardholder()).cardNumber;
      const { status } = await signIn(`${network}.${number}`, { cardNumber: card, pin: '1' });
      if (status === 429) return number;
      expect(status).toBe(401);
    }
    return 40;
  };
  try {
    expect([await guessFrom('192.0.2'), await guessFrom('198.51.100')]).toEqual([32, 30]);
    expectRefusal(await signIn('100.64.0.7', { cardNumber, pin: '1' }), 'Unauthorized');
    expect((await signIn('100.64.0.7', { cardNumber, pin })).status).toBe(200);
  } finally {
    await libraries.close();
  }
});
