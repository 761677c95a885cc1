import { saveToken, newToken } from '../../src/access/tokens.store.js';
import { statement } from '../../src/platform/database/statement.js';
import { expectRefusal } from '../support/answers.js';
import { fields, PatronClient } from '../support/client.js';
import { advanceClock, HOUR, MINUTE } from '../support/clock.js';
import { type RawAnswer, sendRaw } from '../support/raw-request.js';
import { HOLDS, TestLibrary } from '../support/test-library.js';
import { ENDPOINTS, ENDPOINTS_WITH_BODY } from '../http/endpoints.js';

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
  test('a token is needed, before anything else is looked at', async () => {
    const held = await endpoint.prepare(library);
    const before = await held.reader.everything();
    for (const body of [undefined, 'nonsense']) {
      const answer = await sendRaw(library.service.url, {
        method: endpoint.method,
        path: endpoint.path(held),
        ...(body === undefined ? {} : { headers: [['Content-Type', 'text/plain']], body }),
      });
      expectRefusal(answer, 'Unauthorized', 'Authorization: Bearer');
      expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE);
    }
    expect(await held.reader.everything()).toEqual(before);
  });

  test('an unknown token is refused, and changes nothing', async () => {
    const held = await endpoint.prepare(library);
    const before = await held.reader.everything();
    const stranger = new PatronClient(library.service.url, newToken());
    const answer = await stranger.send(endpoint.method, endpoint.path(held));
    expectRefusal(answer, 'Unauthorized', 'unknown, expired or revoked');
    expect(answer.headers.get('www-authenticate')).toBe(INVALID);
    expect(await held.reader.everything()).toEqual(before);
  });
});

test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('the scheme may be written %s', async (scheme) => {
  const { reader } = await library.waiting();
  expect((await listWith([['Authorization', `${scheme} ${reader.token}`]])).status).toBe(200);
  expect((await listWith([['authorization', `${scheme} ${reader.token}`]])).status).toBe(200);
});

test.each([
  ['nothing', ''],
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
])('a header with %s is refused as a token that is bad, never as forbidden', async (_, header) => {
  const { reader } = await library.waiting();
  const value = header.replaceAll('{token}', reader.token);
  const answer = await listWith([['Authorization', value]]);
  expectRefusal(answer, 'Unauthorized');
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="holdfast"/);
});

test('a token in the query counts for nothing', async () => {
  const { reader } = await library.waiting();
  for (const name of ['access_token', 'token', 'authorization']) {
    const answer = await listWith([], `${HOLDS}?${name}=${reader.token}`);
    expectRefusal(answer, 'Unauthorized');
    expect(answer.headers.get('www-authenticate')).toBe(CHALLENGE);
  }
});

test('a token in the query beside a good one in the header is ignored', async () => {
  const [reader, other] = await library.readers(2);
  const path = `/v1/patrons/me?access_token=${other.token}`;
  const answer = await listWith([['Authorization', `Bearer ${reader.token}`]], path);
  expect(answer.body.patronId).toBe(reader.patronId);
});

test('a token in the body counts for nothing', async () => {
  for (const endpoint of ENDPOINTS_WITH_BODY) {
    const held = await endpoint.prepare(library);
    const { token } = held.reader;
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

test('two Authorization headers are refused, even if both are the same good one', async () => {
  const { reader } = await library.waiting();
  const good = `Bearer ${reader.token}`;
  for (const [first, second] of [
    [good, good],
    [good, 'Bearer other'],
    ['Basic eDp5', good],
  ] as const) {
    const answer = await listWith([
      ['Authorization', first],
      ['authorization', second],
    ]);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'InvalidFieldValue']);
    expect(answer.body.message).toContain('Authorization');
  }
});

test('a token names its own patron, and no other', async () => {
  const [first, second] = await library.readers(2);
  expect((await first.profile()).body.patronId).toBe(first.patronId);
  expect((await second.profile()).body.patronId).toBe(second.patronId);
});

test('a token that is revoked is refused at once', async () => {
  const { reader } = await library.waiting();
  expect((await reader.list()).status).toBe(200);
  const revoke = statement('test-revoke', 'DELETE FROM access_token WHERE patron_id = $1');
  await library.service.database.run(revoke, [reader.patronId]);
  expectRefusal(await reader.list(), 'Unauthorized');
});

test('a token is good until its time is over', async () => {
  const { patronId } = await library.reader();
  const token = newToken();
  await saveToken(library.service.database, token, patronId, HOUR);
  const reader = new PatronClient(library.service.url, token);
  await advanceClock(library.service, HOUR - MINUTE);
  expect((await reader.get(HOLDS)).status).toBe(200);
  await advanceClock(library.service, MINUTE);
  const answer = await reader.get(HOLDS);
  expectRefusal(answer, 'Unauthorized');
  expect(answer.headers.get('www-authenticate')).toBe(INVALID);
});
