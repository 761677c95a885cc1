import { expectRefusal } from '../../support/answers.js';
import { fields, type PatronClient } from '../../support/client.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { smallLibrary } from '../../support/records.js';
import { HOLD_ROUTES } from '../../support/requests/routes.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

let service: ServiceUnderTest;
let patron: PatronClient;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [0]));
  patron = await service.signIn(1);
});
afterAll(() => service.close());

/** Sends the URL unchanged. */
function ask(method: string, path: string, values?: Readonly<Record<string, string>>): Promise<RawAnswer> {
  const authorization = ['Authorization', `Bearer ${patron.token}`] as const;
  if (values === undefined) return sendRaw(service.url, { method, path, headers: [authorization] });
  return sendRaw(service.url, {
    method,
    path,
    headers: [authorization, ['Content-Type', 'application/json']],
    body: fields(values),
  });
}

const NO_IDENTIFIER = {
  'a NUL': '%00',
  'a NUL behind a number': '1%00',
  'the folder above': '%2e%2e%2f',
  'a path in one segment': '..%2f..%2fetc%2fpasswd',
  'five thousand digits': '9'.repeat(5_000),
  'one more than the largest number': '2147483648',
  zero: '0',
  'a negative number': '-1',
  'a leading zero': '01',
  'a plus sign': '%2b1',
  'a fraction': '1.0',
  'an exponent': '1e0',
  'a hexadecimal number': '0x1',
  'digits of another script': '%d9%a1',
  'a space before it': '%201',
  'a line break behind it': '1%0a',
  'a GUID in braces': '%7Baaaaaaaa-0000-4000-8000-000000000001%7D',
  'a GUID without hyphens': 'aaaaaaaa000040008000000000000001',
  'a GUID and more': 'aaaaaaaa-0000-4000-8000-000000000001x',
  'a quote': "1'%20OR%20'1'='1",
  'a template': '{id}',
  'a star': '*',
};

describe.each(Object.entries(NO_IDENTIFIER))('a title identified by %s', (_, id) => {
  test.each(HOLD_ROUTES)(
    'is not a hold of the patron: $method $path',
    async ({ method, path, fields: values }) => {
      const answer = await ask(method, path.replace('{id}', id), values);
      expectRefusal(answer, 'PatronDoesntHaveTitleOnHold');
    },
  );

  test('is not found when a patron places a hold', async () => {
    const answer = await ask('POST', `/v1/patrons/me/holds/${id}`, { emailAddress: 'reader@example.org' });
    expectRefusal(answer, 'NotFound');
  });
});

test.each(['%', '%1', '%zz', '1%', '%c3', '%e0%a4%a', '%ff', '%ed%a0%80'])(
  'a URL with %s in it is refused as invalid',
  async (id) => {
    for (const { method, path, fields: values } of HOLD_ROUTES)
      expectRefusal(await ask(method, path.replace('{id}', id), values), 'InvalidFieldValue');
  },
);

test.each([
  '/v1',
  '/v1/patrons',
  '/v1/patrons/7',
  '/v1/patrons/me/hold',
  '/v1/patrons/me/holds/1/suspension/2',
  '/v1/patrons/me//holds',
  '//v1/patrons/me/holds',
  '/v1/patrons/me/holds/../..',
  '/v2/patrons/me',
  '/%2e%2e/v1/patrons/me',
  '/v1/patrons/me%2fholds',
  '/v1/patrons/me;a=b',
  '/v1/patrons/me/holds/1/suspension/%00',
])('%s is not found', async (path) => {
  expectRefusal(await ask('GET', path), 'NotFound');
});

test('a path of three thousand levels is not found', async () => {
  expectRefusal(await ask('GET', `/${'a/'.repeat(3_000)}`), 'NotFound');
});

test.each([
  ['a title', '?id=1'],
  ['an empty query', '?'],
  ['lists and objects', '?limit=1&limit=2&limit[a]=3&__proto__[x]=1&constructor=2'],
  ['what cannot be decoded', '?%00=%zz'],
  ['three thousand values', `?${'a=b&'.repeat(3_000)}`],
])('the query is ignored: %s', async (_, query) => {
  const answer = await ask('GET', `/v1/patrons/me/holds${query}`);
  expect([answer.status, answer.body]).toMatchObject([200, { totalItems: 0 }]);
});
