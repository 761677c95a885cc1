import { statement } from '../../../src/platform/database/statement.js';
import { expectCreated, expectNoContent, expectOk, expectRefusal, JSON_TYPE } from '../../support/answers.js';
import { fields } from '../../support/client.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { PUBLIC_URL } from '../../support/service.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';
import { holdPath, HOLDS } from '../../support/paths.js';
import { ENDPOINTS, ENDPOINTS_WITH_BODY, ENDPOINTS_WITHOUT_BODY } from '../../support/requests/endpoints.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const CHECKS = { 200: expectOk, 201: expectCreated, 204: expectNoContent } as const;
/** By hand: `fetch` asks for a fresh answer whenever a test sends If-None-Match. */
function getUnless({ patron }: PatronAndTitle, path: string, known: string): Promise<RawAnswer> {
  const headers = [
    ['Authorization', `Bearer ${patron.token}`],
    ['If-None-Match', known],
  ] as const;
  return sendRaw(library.service.url, { method: 'GET', path, headers });
}

const READS = ENDPOINTS_WITHOUT_BODY.filter(({ method }) => method === 'GET').map(
  (endpoint) => [endpoint.name, endpoint] as const,
);

const LIES: readonly (readonly [string, string])[] = [
  ['Host', 'evil.example.com'],
  ['X-Forwarded-Host', 'evil.example.com'],
  ['X-Forwarded-Prefix', '/evil'],
  ['X-Forwarded-Proto', 'gopher'],
  ['X-Forwarded-For', '10.0.0.1'],
  ['Forwarded', 'host=evil.example.com;proto=gopher'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-HTTP-Method', 'DELETE'],
  ['X-Method-Override', 'DELETE'],
  ['X-Original-URL', '/v1/patrons/me'],
  ['X-Rewrite-URL', '/evil'],
  ['X-Request-Id', 'evil'],
  ['X-Patron-Id', '2'],
  ['Range', 'bytes=0-1'],
];

test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
  'to %s, the answer has its status and headers, and never repeats what a client says of its host, address or method',
  async (_, endpoint) => {
    const held = await endpoint.prepare(library);
    const withBody = ENDPOINTS_WITH_BODY.find(({ name }) => name === endpoint.name);
    const answer = await sendRaw(library.service.url, {
      method: endpoint.method,
      path: endpoint.path(held),
      headers: [
        ['Authorization', `Bearer ${held.patron.token}`],
        ['Content-Type', 'application/json'],
        ...LIES,
      ],
      ...(withBody === undefined ? {} : { body: fields(withBody.values(held)) }),
    });
    CHECKS[endpoint.status](answer);
    expect(answer.headers.has('etag')).toBe(endpoint.method === 'GET');
    expect(`${JSON.stringify([...answer.headers])}${answer.text}`).not.toMatch(/evil|gopher|127\.0\.0\.1/);
    expect(answer.text === '' || answer.text.includes(`"href":"${PUBLIC_URL}`)).toBe(true);
    if (endpoint.method === 'GET')
      expect(answer.text).toBe((await held.patron.get(endpoint.path(held))).text);
  },
);

describe.each(READS)('to %s', (_, endpoint) => {
  test('an answer that has not changed need not be sent again', async () => {
    const held = await endpoint.prepare(library);
    const path = endpoint.path(held);
    const first = await held.patron.get(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^(?:W\/)?"[^"]+"$/);
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const again = await getUnless(held, path, known);
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe('no-cache');
      expect(again.headers.get('pragma')).toBe('no-cache');
      expect(again.headers.get('expires')).toBe('-1');
      expect(again.headers.get('x-frame-options')).toBe('deny');
      expect(again.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('an answer that has changed is sent again', async () => {
    const held = await endpoint.prepare(library);
    const path = endpoint.path(held);
    const etag = (await held.patron.get(path)).headers.get('etag') ?? '';
    await held.patron.edit(held.title, { emailAddress: 'changed@example.org' });
    const again = await getUnless(held, path, etag);
    expectOk(again);
    expect(again.text).toContain('changed@example.org');
    expect(again.headers.get('etag')).not.toBe(etag);
  });

  test('HEAD answers the headers of GET, and no body, and is refused like it', async () => {
    const held = await endpoint.prepare(library);
    const path = endpoint.path(held);
    const [got, head] = [await held.patron.get(path), await held.patron.send('HEAD', path)];
    expect([head.status, head.text]).toEqual([200, '']);
    const own = ['x-request-id', 'date', 'connection', 'keep-alive'];
    const headersOf = ({ headers }: { headers: Headers }): object =>
      Object.fromEntries([...headers].filter(([name]) => !own.includes(name)));
    expect(headersOf(head)).toEqual(headersOf(got));
    expect(head.headers.get('content-type')).toBe(JSON_TYPE);
    const refused = await sendRaw(library.service.url, { method: 'HEAD', path });
    expect([refused.status, refused.text]).toEqual([401, '']);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="holdfast"');
  });
});

test('an error is never taken for unchanged, and never carries an ETag', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const held = { patron, title };
  expectRefusal(await getUnless(held, holdPath(title), '*'), 'PatronDoesntHaveTitleOnHold');
  expectRefusal(await getUnless(held, '/v1/nothing', '*'), 'NotFound');
});

test('each request has an id of its own, which an error repeats as its token', async () => {
  const patron = await library.addPatron();
  const answers = [await patron.list(), await patron.list(), await patron.find(1), await patron.find(1)];
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(4);
  expect(answers.slice(2).map(({ body }) => body.token as string)).toEqual(ids.slice(2));
});

test('no browser takes an answer for a page, and what the contract fixes stays as it is', async () => {
  const { patron } = await library.waiting();
  const answers = [await patron.get(HOLDS), await patron.get('/v1/nothing'), await patron.get('/v1/%zz')];
  for (const { headers } of answers)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-cache',
      pragma: 'no-cache',
      expires: '-1',
      'x-frame-options': 'deny',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
});

const RENAME_TABLE = statement('test-rename-hold', 'ALTER TABLE hold RENAME TO hold_out_of_reach');
const RESTORE_TABLE = statement('test-restore-hold', 'ALTER TABLE hold_out_of_reach RENAME TO hold');

test('an internal error has the usual body, which does not reveal the cause', async () => {
  const { patron, title } = await library.waiting();
  await library.service.database.run(RENAME_TABLE);
  try {
    for (const request of [patron.list(), patron.find(title), patron.remove(title)]) {
      const answer = await request;
      expectRefusal(answer, 'InternalServerError');
      expect(answer.body.message).toBe('An unexpected error has occurred.');
    }
  } finally {
    await library.service.database.run(RESTORE_TABLE);
  }
  expect((await patron.list()).body.totalItems).toBe(1);
});
