import { readConfig } from '../../../src/platform/settings/config.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { type Answer, PatronClient } from '../../support/client.js';
import { DISCOVERY, OAuthClient, tokenIn } from '../../support/requests/oauth-client.js';
import { HOLDS, ME } from '../../support/paths.js';
import { WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
afterEach(() => library.close());

const open = async (settings: Readonly<Record<string, string>>): Promise<void> => {
  library = await TestLibrary.alone({}, { OPERATOR_TOKEN, ...settings });
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

test('a patron’s requests beyond the rate are refused without an effect, another patron’s are not', async () => {
  await open({ REQUESTS_PER_PATRON: '3' });
  const [patron, other] = await library.addPatrons(2);
  const title = await library.addTitle();
  for (let number = 0; number < 3; number++) expectOk(await patron.profile());
  expectExceeded(await patron.place(title), 'patron', 3);
  // Another token is the same patron's.
  const again = new PatronClient(library.service.url, (await library.service.signIn(patron.patronId)).token);
  expectExceeded(await again.get(ME), 'patron', 3);
  expectOk(await other.list());
  expect((await other.place(title)).body.holdListPosition).toBe(1);
});

test('a client’s requests beyond the rate are refused, at the token endpoints and in the catalog', async () => {
  await open({ REQUESTS_PER_CLIENT: '2' });
  const client = new OAuthClient(library.service.url);
  const catalog = new PatronClient(library.service.url, tokenIn(await client.clientToken()));
  const path = `/v1/libraries/${WEBSITE_ID}`;
  expectOk(await catalog.get(path));
  expectExceeded(await catalog.get(path), 'client', 2);
  expectExceeded(await client.clientToken(), 'client', 2);
  expectOk(await (await library.addPatron()).get(path));
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

test('by default nobody who uses an app meets a limit, and every setting that is no number is refused', async () => {
  library = await TestLibrary.open();
  expect(readConfig({})).toMatchObject({
    requestsPerMinute: { perPatron: 600, perClient: 30_000, perAddress: 60_000 },
    wrongPins: { perClient: 1_000, perAddress: 300 },
    trustedProxies: [],
  });
  for (const name of [
    'REQUESTS_PER_PATRON',
    'REQUESTS_PER_CLIENT',
    'REQUESTS_PER_ADDRESS',
    'WRONG_PINS_PER_CLIENT',
    'WRONG_PINS_PER_ADDRESS',
  ])
    expect(() => readConfig({ [name]: 'many' })).toThrow(`${name} must be a whole number from 0 to 1000000`);
  expect(() => readConfig({ TRUSTED_PROXIES: 'proxy.example.org' })).toThrow(
    'TRUSTED_PROXIES must be addresses or networks such as 10.0.0.7 or 10.0.0.0/8, with commas between',
  );
});
