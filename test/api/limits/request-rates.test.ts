import type { Constants } from '../../../src/platform/settings/constants.js';
import { saveToken } from '../../../src/access/tokens/tokens.store.js';
import { OwnTokens } from '../../../src/http/authorization/own-tokens.js';
import { expectOAuthRefusal } from '../../support/access/oauth/oauth-answers.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { type Answer, PatronClient } from '../../support/client.js';
import { basic, DISCOVERY, OAuthClient, tokenIn } from '../../support/requests/oauth-client.js';
import { metricsOf } from '../../support/metrics.js';
import { HOLDS, ME } from '../../support/paths.js';
import { WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { addMachine } from '../../support/staff/staff-members.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
afterEach(() => library.close());

const open = async (
  settings: Readonly<Record<string, string>>,
  constants: Partial<Constants> = {},
): Promise<void> => {
  library = await TestLibrary.alone({}, { OPERATOR_TOKEN, ...settings }, constants);
  await library.import({ record: 'client', ...DISCOVERY, websiteIds: [WEBSITE_ID] });
};

function expectExceeded(answer: Answer, name: string, requests: number): void {
  expectRefusal(answer, 'TooManyRequests');
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(answer.headers.get('ratelimit-policy')).toBe(`"${name}";q=${requests};w=60`);
  expect(answer.headers.get('ratelimit')).toBe(`"${name}";r=0;t=${seconds}`);
}

test('requests of a patron and of a client beyond the rate are refused without an effect, others are not', async () => {
  await open({ REQUESTS_PER_PATRON: '3', REQUESTS_PER_CLIENT: '2' });
  const [patron, other] = await library.addPatrons(2);
  const title = await library.addTitle();
  for (let number = 0; number < 3; number++) expectOk(await patron.profile());
  expectExceeded(await patron.place(title), 'patron', 3);
  // Another token is the same patron's.
  const again = await library.service.signIn(patron.patronId);
  expectExceeded(await again.get(ME), 'patron', 3);
  expectOk(await other.list());
  expect((await other.place(title)).body.holdListPosition).toBe(1);

  // A client's at the token endpoints and in the catalog.
  const client = new OAuthClient(library.service.url);
  const catalog = new PatronClient(library.service.url, tokenIn(await client.clientToken()));
  const path = `/v1/libraries/${WEBSITE_ID}`;
  expectOk(await catalog.get(path));
  expectExceeded(await catalog.get(path), 'client', 2);
  expectExceeded(await client.clientToken(), 'client', 2);
  expectOk(await other.get(path));
});

test('requests with an API token of staff beyond the rate are refused, those of another and of the operator are not', async () => {
  await open({}, { requestsPerApiToken: 2 });
  const { service } = library;
  const machine = async (name: string): Promise<PatronClient> =>
    new PatronClient(service.url, await addMachine(service, name, ['desk'], WEBSITE_ID));
  const [ils, other] = [await machine('ils'), await machine('other')];
  const path = `/operator/v1/libraries/${WEBSITE_ID}/queues`;
  expectOk(await ils.get(path));
  expectRefusal(await ils.get('/operator/v1/libraries/999/queues'), 'NotFound');
  expectExceeded(await ils.get(path), 'api-token', 2);
  for (const each of [other, new PatronClient(service.url, OPERATOR_TOKEN)]) expectOk(await each.get(path));
});

describe('an address', () => {
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    new PatronClient(library.service.url, 'nobodys-token').send('GET', path, { headers });

  test('is refused beyond the rate, whatever it says of itself, but not to the operator and to probes', async () => {
    await open({ REQUESTS_PER_ADDRESS: '2' });
    expectRefusal(await ask(HOLDS), 'Unauthorized');
    expectRefusal(await ask('/nowhere'), 'NotFound');
    expectExceeded(await ask(HOLDS), 'address', 2);
    expectExceeded(await ask(HOLDS, { 'x-forwarded-for': '192.0.2.1' }), 'address', 2);
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect((await fetch(new URL(path, library.service.url))).status).toBe(200);
    expectOk(await new PatronClient(library.service.url, OPERATOR_TOKEN).get('/operator/v1/mail'));
  });

  test('is the one that a trusted proxy names', async () => {
    await open({ REQUESTS_PER_ADDRESS: '1', TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
    const from = (address: string): Promise<Answer> => ask(HOLDS, { 'x-forwarded-for': address });
    expectRefusal(await from('192.0.2.1'), 'Unauthorized');
    expectExceeded(await from('192.0.2.1'), 'address', 1);
    expectRefusal(await from('192.0.2.2'), 'Unauthorized');
    // A client may forge what its proxy appends to, but not what the proxy appends.
    expectExceeded(await from('198.51.100.9, 192.0.2.2'), 'address', 1);
  });
});

describe('tokens that nobody knows', () => {
  const MAX_WRONG_TOKENS = 3;
  const QUEUES = `/operator/v1/libraries/${WEBSITE_ID}/queues`;
  beforeEach(() => open({}, { wrongTokensPerAddress: MAX_WRONG_TOKENS }));

  let made = 0;
  const somebody = (): PatronClient => new PatronClient(library.service.url, `made-up-${made++}`);

  test.each([
    ['the operator’s endpoints', QUEUES],
    ['the API', HOLDS],
  ])('are not looked up beyond the rate at %s', async (_, path) => {
    const known = await library.addPatron();
    expectOk(await known.list());
    for (let attempt = 0; attempt <= MAX_WRONG_TOKENS; attempt++)
      expectRefusal(await somebody().get(path), 'Unauthorized');
    for (const each of [path, QUEUES, HOLDS]) {
      const refused = await somebody().get(each);
      expectRefusal(refused, 'TooManyRequests', 'unknown tokens');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expectOk(await known.list());
    expectOk(await new PatronClient(library.service.url, OPERATOR_TOKEN).get(QUEUES));
  });

  test('refuse nobody behind their address who has a token of the service, also one that was never seen', async () => {
    const [patron, other] = await library.addPatrons(2);
    const tokens = new OwnTokens(library.service.database);
    const own = async (patronId: number): Promise<PatronClient> => {
      const token = await tokens.make();
      expect(await saveToken(library.service.database, token, patronId, 3_600)).toBe(true);
      return new PatronClient(library.service.url, token);
    };
    const unseen = await own(patron.patronId);
    for (let attempt = 0; attempt <= MAX_WRONG_TOKENS; attempt++) await somebody().get(HOLDS);
    expectRefusal(await other.list(), 'TooManyRequests');
    expectOk(await unseen.get(HOLDS));
    // One of its own that has ended counts for itself alone.
    const ended = new PatronClient(library.service.url, await tokens.make());
    for (let attempt = 0; attempt <= MAX_WRONG_TOKENS; attempt++)
      expectRefusal(await ended.get(HOLDS), 'Unauthorized');
    expectRefusal(await ended.get(HOLDS), 'TooManyRequests');
    expectOk(await (await own(patron.patronId)).get(HOLDS));
    const machine = await addMachine(library.service, 'ils', ['desk'], WEBSITE_ID);
    expectOk(await new PatronClient(library.service.url, machine).get(QUEUES));
  });

  test.each([QUEUES, HOLDS])(
    'are refused without being counted at %s when they only look like one of the service',
    async (path) => {
      const forged = new PatronClient(library.service.url, `holdfast_${'a'.repeat(54)}`);
      for (let attempt = 0; attempt <= 2 * MAX_WRONG_TOKENS; attempt++) {
        const refused = await forged.get(path);
        expectRefusal(refused, 'Unauthorized');
        expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
      }
      expectRefusal(await somebody().get(path), 'Unauthorized');
    },
  );

  test('are counted like one that ends', async () => {
    const known = await library.addPatron();
    expectOk(await known.list());
    for (let attempt = 0; attempt <= MAX_WRONG_TOKENS; attempt++) await somebody().get(HOLDS);
    const { patronId } = known;
    await library.import({ record: 'patron', websiteId: WEBSITE_ID, patronId, delete: true });
    expectRefusal(await known.list(), 'Unauthorized');
    expectRefusal(await known.list(), 'TooManyRequests');
  });
});

test('wrong secrets of a client count for it and the address alone, and are told apart from wrong PINs and tokens', async () => {
  await open({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' }, { wrongSecretsPerClient: 3 });
  const client = new OAuthClient(library.service.url);
  await library.import({
    record: 'client',
    clientId: 'other',
    secret: DISCOVERY.secret,
    websiteIds: [WEBSITE_ID],
  });
  const ask = (
    secret: string,
    { clientId = DISCOVERY.clientId, address = '192.0.2.1', path = '/token' } = {},
  ): Promise<Answer> =>
    client.post(
      path,
      { grant_type: 'client_credentials', token: 'x' },
      {
        authorization: basic({ clientId, secret }),
        'x-forwarded-for': address,
      },
    );
  for (const path of ['/token', '/patrontoken', '/revoke', '/token'])
    expectOAuthRefusal(await ask('a wrong secret, long enough', { path }), 'invalid_client');
  for (const secret of ['another wrong secret', DISCOVERY.secret])
    expectExceeded(await ask(secret), 'wrong-secrets', 3);
  for (const elsewhere of [{ address: '192.0.2.2' }, { clientId: 'other' }])
    expect((await ask(DISCOVERY.secret, elsewhere)).status).toBe(200);
  // The one that was right before goes on, whoever guesses beside it.
  for (let attempt = 0; attempt <= 3; attempt++)
    await ask('a wrong secret, long enough', { address: '192.0.2.2' });
  expectExceeded(await ask('a wrong secret, long enough', { address: '192.0.2.2' }), 'wrong-secrets', 3);
  expect((await ask(DISCOVERY.secret, { address: '192.0.2.2' })).status).toBe(200);
  const metrics = await metricsOf(library.service.url);
  expect(metrics.get('holdfast_refused_requests_total{limit="wrong-secrets"}')).toBe(5);
});
