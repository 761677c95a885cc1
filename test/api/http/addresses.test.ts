import { expectRefusal } from '../../support/answers.js';
import { fields } from '../../support/client.js';
import { HOLDS } from '../../support/paths.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { HOLD_ROUTES } from '../../support/requests/routes.js';
import { OPERATOR_TOKEN, SANDBOX_SETTINGS } from '../../support/sandbox-clock.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

let library: TestLibrary;
let patron: TestPatron;
beforeAll(async () => {
  library = await TestLibrary.alone({}, SANDBOX_SETTINGS);
  patron = await library.addPatron();
});
afterAll(() => library.close());

/** Sends the URL unchanged. */
function ask(
  method: string,
  path: string,
  values?: Readonly<Record<string, string>>,
  token = patron.token,
): Promise<RawAnswer> {
  const authorization = ['Authorization', `Bearer ${token}`] as const;
  const type = ['Content-Type', 'application/json'] as const;
  return sendRaw(library.service.url, {
    method,
    path,
    headers: values === undefined ? [authorization] : [authorization, type],
    ...(values === undefined ? {} : { body: fields(values) }),
  });
}

/** What a title's identifier looks like is proved in test/unit/domain/titles/title-id.test.ts. */
test.each([
  ['a NUL', '%00'],
  ['the folder above', '%2e%2e%2f'],
  ['a path in one segment', '..%2f..%2fetc%2fpasswd'],
  ['five thousand digits', '9'.repeat(5_000)],
  ['a space before it', '%201'],
  ['a quote', "1'%20OR%20'1'='1"],
  ['a template', '{id}'],
])('a title identified by %s is no hold of the patron, and not found when one is placed', async (_, id) => {
  for (const { method, path, fields: values } of HOLD_ROUTES)
    expectRefusal(await ask(method, path.replace('{id}', id), values), 'PatronDoesntHaveTitleOnHold');
  expectRefusal(await ask('POST', `${HOLDS}/${id}`, { emailAddress: 'reader@example.org' }), 'NotFound');
});

test.each(['%', '%1', '%zz', '1%', '%c3', '%e0%a4%a', '%ff', '%ed%a0%80'])(
  'a URL with %s in it is refused as invalid',
  async (id) => {
    for (const { method, path, fields: values } of HOLD_ROUTES)
      expectRefusal(await ask(method, path.replace('{id}', id), values), 'InvalidFieldValue');
  },
);

test.each([
  ...['/v1', '/v1/patrons', '/v1/patrons/7', '/v1/patrons/1/holds', '/holds', '/v1/patrons/me/hold'],
  ...['/v1/patrons/me/holds/1/checkout', '/v1/patrons/me/holds/1/suspension/2', '/v1/patrons/me//holds'],
  ...['//v1/patrons/me/holds', '/v1/patrons/me/holds//1', '/v1/patrons/me/holds/../..', '/v2/patrons/me'],
  ...['/%2e%2e/v1/patrons/me', '/v1/patrons/me%2fholds', '/v1/patrons/me;a=b'],
  '/v1/patrons/me/holds/1/suspension/%00',
  // Paths are case-sensitive.
  ...['/V1/patrons/me', '/v1/Patrons/me/holds', '/v1/patrons/me/Holds', '/PatronToken', '/OpenAPI.json'],
  ...['/Docs', '/health/LIVE', '/HEALTH/live', '/Metrics', '/Operator/v1/mail'],
])('%s is not found, by any method and for anybody', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PATCH'])
    for (const token of [patron.token, OPERATOR_TOKEN])
      expectRefusal(await ask(method, path, undefined, token), 'NotFound');
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
  const answer = await ask('GET', `${HOLDS}${query}`);
  expect([answer.status, answer.body]).toMatchObject([200, { totalItems: 0 }]);
});
