import { newToken, saveToken } from '../../../../src/access/tokens/tokens.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { expectRefusal } from '../../../support/answers.js';
import { fields, PatronClient } from '../../../support/client.js';
import { advanceClock, HOUR, MINUTE } from '../../../support/clock.js';
import { ENDPOINTS, ENDPOINTS_WITH_BODY } from '../../../support/requests/endpoints.js';
import { HOLDS } from '../../../support/paths.js';
import { type RawAnswer, sendRaw } from '../../../support/requests/raw-request.js';
import { TestLibrary } from '../../../support/test-library.js';

const CHALLENGE = 'Bearer realm="holdfast"';
const INVALID = 'Bearer realm="holdfast", error="invalid_token"';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

function listWith(headers: readonly (readonly [string, string])[], path = HOLDS): Promise<RawAnswer> {
  return sendRaw(library.service.url, { method: 'GET', path, headers });
}

describe.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))('to %s', (_, endpoint) => {
  test('the token is checked before anything else', async () => {
    const held = await endpoint.prepare(library);
    const before = await held.patron.snapshot();
    for (const body of [undefined, 'nonsense']) {
      const answer = await sendRaw(library.service.url, {
        method: endpoint.method,
        path: endpoint.path(held),
        ...(body === undefined ? {} : { headers: [['Content-Type', 'text/plain']], body }),
      });
      expectRefusal(answer, 'Unauthorized', 'Authorization: Bearer');
      expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE);
    }
    expect(await held.patron.snapshot()).toEqual(before);
  });

  test('an unknown token is refused and changes nothing', async () => {
    const held = await endpoint.prepare(library);
    const before = await held.patron.snapshot();
    const stranger = new PatronClient(library.service.url, newToken());
    const answer = await stranger.send(endpoint.method, endpoint.path(held));
    expectRefusal(answer, 'Unauthorized', 'unknown, expired or revoked');
    expect(answer.headers.get('www-authenticate')).toBe(INVALID);
    expect(await held.patron.snapshot()).toEqual(before);
  });
});

test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('the scheme may be written %s', async (scheme) => {
  const { patron } = await library.waiting();
  expect((await listWith([['Authorization', `${scheme} ${patron.token}`]])).status).toBe(200);
  expect((await listWith([['authorization', `${scheme} ${patron.token}`]])).status).toBe(200);
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
  const { patron } = await library.waiting();
  const value = header.replaceAll('{token}', patron.token);
  const answer = await listWith([['Authorization', value]]);
  expectRefusal(answer, 'Unauthorized');
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="holdfast"/);
});

test('a token in the query is ignored', async () => {
  const { patron } = await library.waiting();
  for (const name of ['access_token', 'token', 'authorization']) {
    const answer = await listWith([], `${HOLDS}?${name}=${patron.token}`);
    expectRefusal(answer, 'Unauthorized');
    expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE);
  }
});

test('a token in the query does not replace the one in the header', async () => {
  const [patron, other] = await library.addPatrons(2);
  const path = `/v1/patrons/me?access_token=${other.token}`;
  const answer = await listWith([['Authorization', `Bearer ${patron.token}`]], path);
  expect(answer.body.patronId).toBe(patron.patronId);
});

test('a token in the body is ignored', async () => {
  for (const endpoint of ENDPOINTS_WITH_BODY) {
    const held = await endpoint.prepare(library);
    const { token } = held.patron;
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', `access_token=${token}`],
      ['application/json', JSON.stringify({ access_token: token, fields: [] })],
      ['application/json', fields({ ...endpoint.values(held), access_token: token })],
    ] as const) {
      const headers = [['Content-Type', type]] as const;
      const request = { method: endpoint.method, path: endpoint.path(held), headers, body };
      expectRefusal(await sendRaw(library.service.url, request), 'Unauthorized');
    }
  }
});

test('two Authorization headers are refused, even with the same valid token', async () => {
  const { patron } = await library.waiting();
  const valid = `Bearer ${patron.token}`;
  for (const [first, second] of [
    [valid, valid],
    [valid, 'Bearer other'],
    ['Basic eDp5', valid],
  ] as const) {
    const answer = await listWith([
      ['Authorization', first],
      ['authorization', second],
    ]);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'InvalidFieldValue']);
    expect(answer.body.message).toContain('Authorization');
  }
});

test('each token identifies its own patron', async () => {
  const [first, second] = await library.addPatrons(2);
  expect((await first.profile()).body.patronId).toBe(first.patronId);
  expect((await second.profile()).body.patronId).toBe(second.patronId);
});

test('a second service in the same process has tokens of its own, while it runs and after it', async () => {
  const [patron, second] = [await library.addPatron(), await TestLibrary.open()];
  try {
    const other = await second.addPatron();
    expect([(await patron.get(HOLDS)).status, (await other.get(HOLDS)).status]).toEqual([200, 200]);
    expectRefusal(await new PatronClient(second.service.url, patron.token).get(HOLDS), 'Unauthorized');
  } finally {
    await second.close();
  }
  expect((await patron.get(HOLDS)).status).toBe(200);
});

test('a revoked token is refused at once', async () => {
  const { patron } = await library.waiting();
  expect((await patron.list()).status).toBe(200);
  const revoke = statement('test-revoke', 'DELETE FROM access_token WHERE patron_id = $1');
  await library.service.database.run(revoke, [patron.patronId]);
  expectRefusal(await patron.list(), 'Unauthorized');
});

test('a token is valid until it expires', async () => {
  const { patronId } = await library.addPatron();
  const token = newToken();
  await saveToken(library.service.database, token, patronId, HOUR);
  const patron = new PatronClient(library.service.url, token);
  await advanceClock(library.service, HOUR - MINUTE);
  expect((await patron.get(HOLDS)).status).toBe(200);
  await advanceClock(library.service, MINUTE);
  const answer = await patron.get(HOLDS);
  expectRefusal(answer, 'Unauthorized');
  expect(answer.headers.get('www-authenticate')).toBe(INVALID);
});
