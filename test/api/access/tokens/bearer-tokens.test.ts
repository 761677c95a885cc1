import { newSecret } from '../../../../src/access/tokens/tokens.store.js';
import { expectRefusal } from '../../../support/answers.js';
import { fields, PatronClient } from '../../../support/client.js';
import { ENDPOINTS, ENDPOINTS_WITH_BODY } from '../../../support/requests/endpoints.js';
import { HOLDS } from '../../../support/paths.js';
import { type RawAnswer, sendRaw } from '../../../support/requests/raw-request.js';
import { TestLibrary, type TestPatron } from '../../../support/test-library.js';

const CHALLENGE = 'Bearer realm="holdfast"';
const INVALID = 'Bearer realm="holdfast", error="invalid_token"';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

function listWith(headers: readonly (readonly [string, string])[], path = HOLDS): Promise<RawAnswer> {
  return sendRaw(library.service.url, { method: 'GET', path, headers });
}

test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
  'to %s, the token is checked before anything else, and one that nobody has changes nothing',
  async (_, { method, path, prepare }) => {
    const held = await prepare(library);
    const before = await held.patron.snapshot();
    const nonsense = { headers: [['Content-Type', 'text/plain']] as const, body: 'nonsense' };
    for (const sent of [{}, nonsense]) {
      const answer = await sendRaw(library.service.url, { method, path: path(held), ...sent });
      expectRefusal(answer, 'Unauthorized', 'Authorization: Bearer');
      expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE);
    }
    const stranger = new PatronClient(library.service.url, newSecret());
    const answer = await stranger.send(method, path(held));
    expectRefusal(answer, 'Unauthorized', 'unknown, expired or revoked');
    expect(answer.headers.get('www-authenticate')).toBe(INVALID);
    expect(await held.patron.snapshot()).toEqual(before);
  },
);

let patron: TestPatron;
let other: TestPatron;
beforeAll(async () => {
  [patron, other] = await library.addPatrons(2);
});

test('the scheme may be written in any case', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
    for (const name of ['Authorization', 'authorization'])
      expect((await listWith([[name, `${scheme} ${patron.token}`]])).status).toBe(200);
});

test.each([
  ['no value', ''],
  ['the scheme alone', 'Bearer'],
  ['the scheme and a space', 'Bearer '],
  ['another scheme', 'Basic cmVhZGVyOjEyMzQ='],
  ['the token without a scheme', '{token}'],
  ['another scheme before the token', 'Token {token}'],
  ['two tokens', 'Bearer {token} {token}'],
  ['a list', 'Bearer {token}, Bearer {token}'],
  ['a longer token', 'Bearer {token}x'],
  ['quotes', 'Bearer "{token}"'],
  ['a very long token', `Bearer ${'x'.repeat(8000)}`],
  ['characters that no token has', 'Bearer ÿþ%00'],
])('a header with %s is refused with 401, never with 403', async (_, header) => {
  const answer = await listWith([['Authorization', header.replaceAll('{token}', patron.token)]]);
  expectRefusal(answer, 'Unauthorized');
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="holdfast"/);
});

test('a token in the query is ignored, beside one in the header, too', async () => {
  for (const name of ['access_token', 'token', 'authorization']) {
    const answer = await listWith([], `${HOLDS}?${name}=${patron.token}`);
    expectRefusal(answer, 'Unauthorized');
    expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE);
  }
  const authorization = ['Authorization', `Bearer ${patron.token}`] as const;
  const answer = await listWith([authorization], `/v1/patrons/me?access_token=${other.token}`);
  expect(answer.body.patronId).toBe(patron.patronId);
});

test('a token in the body is ignored', async () => {
  const access_token = patron.token;
  for (const { method, path, values } of ENDPOINTS_WITH_BODY) {
    const held = { patron, title: await library.addTitle() };
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', `access_token=${access_token}`],
      ['application/json', JSON.stringify({ access_token, fields: [] })],
      ['application/json', fields({ ...values(held), access_token })],
    ] as const) {
      const headers = [['Content-Type', type]] as const;
      const answer = await sendRaw(library.service.url, { method, path: path(held), headers, body });
      expectRefusal(answer, 'Unauthorized');
    }
  }
});

test('two Authorization headers are refused, even with the same valid token', async () => {
  const valid = `Bearer ${patron.token}`;
  for (const [first, second] of [
    [valid, valid],
    [valid, 'Bearer other'],
    ['Basic eDp5', valid],
  ] as const) {
    const both = [['Authorization', first] as const, ['authorization', second] as const];
    const answer = await listWith(both);
    expectRefusal(answer, 'InvalidFieldValue', 'Authorization');
  }
});

test('a second service in the same process has tokens of its own, while it runs and after it', async () => {
  const second = await TestLibrary.alone();
  try {
    const theirs = await second.addPatron();
    expect([(await patron.get(HOLDS)).status, (await theirs.get(HOLDS)).status]).toEqual([200, 200]);
    expectRefusal(await new PatronClient(second.service.url, patron.token).get(HOLDS), 'Unauthorized');
  } finally {
    await second.close();
  }
  expect((await patron.get(HOLDS)).status).toBe(200);
});
