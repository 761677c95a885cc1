import {
  expectCreated,
  expectNoContent,
  expectOk,
  expectRefusal,
  JSON_TYPE,
  withoutToken,
} from '../../support/answers.js';
import { fields } from '../../support/client.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { PUBLIC_URL } from '../../support/service.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';
import { holdPath, HOLDS, suspensionPath } from '../../support/paths.js';
import {
  type Endpoint,
  ENDPOINTS,
  ENDPOINTS_WITH_BODY,
  ENDPOINTS_WITHOUT_BODY,
} from '../../support/requests/endpoints.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const CHECKS = { 200: expectOk, 201: expectCreated, 204: expectNoContent } as const;
const ME = '/v1/patrons/me';
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

function bodyOf(endpoint: Endpoint, held: PatronAndTitle): string | undefined {
  const known = ENDPOINTS_WITH_BODY.find(({ name }) => name === endpoint.name);
  return known && fields(known.values(held));
}

function optionsFor(
  endpoint: Endpoint,
  held: PatronAndTitle,
): { headers?: Record<string, string>; body?: string } {
  const body = bodyOf(endpoint, held);
  return body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body };
}

describe.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))('to %s', (_, endpoint) => {
  test('answers with its status and with the headers that forbid keeping and framing', async () => {
    const held = await endpoint.prepare(library);
    const path = endpoint.path(held);
    CHECKS[endpoint.status](await held.patron.send(endpoint.method, path, optionsFor(endpoint, held)));
  });

  test('carries an ETag only when it answers GET', async () => {
    const held = await endpoint.prepare(library);
    const { headers } = await held.patron.send(
      endpoint.method,
      endpoint.path(held),
      optionsFor(endpoint, held),
    );
    expect(headers.has('etag')).toBe(endpoint.method === 'GET');
  });

  test('never repeats what a client says of its host, address or method', async () => {
    const lies: [string, string][] = [
      ['Host', 'evil.example.com'],
      ['X-Forwarded-Host', 'evil.example.com'],
      ['X-Forwarded-Proto', 'gopher'],
      ['X-Forwarded-For', '10.0.0.1'],
      ['Forwarded', 'host=evil.example.com;proto=gopher'],
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-Original-URL', '/v1/patrons/me'],
      ['X-Request-Id', 'evil.example.com'],
    ];
    const held = await endpoint.prepare(library);
    const body = bodyOf(endpoint, held);
    const answer = await sendRaw(library.service.url, {
      method: endpoint.method,
      path: endpoint.path(held),
      headers: [
        ['Authorization', `Bearer ${held.patron.token}`],
        ['Content-Type', 'application/json'],
        ...lies,
      ],
      ...(body === undefined ? {} : { body }),
    });
    CHECKS[endpoint.status](answer);
    expect(`${JSON.stringify([...answer.headers])}${answer.text}`).not.toMatch(/evil|gopher|127\.0\.0\.1/);
  });
});

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

  test('HEAD answers the headers of GET, and no body', async () => {
    const held = await endpoint.prepare(library);
    const path = endpoint.path(held);
    const [got, head] = [await held.patron.get(path), await held.patron.send('HEAD', path)];
    expect([head.status, head.text]).toEqual([200, '']);
    const own = ['x-request-id', 'date', 'connection', 'keep-alive'];
    const headersOf = ({ headers }: { headers: Headers }): object =>
      Object.fromEntries([...headers].filter(([name]) => !own.includes(name)));
    expect(headersOf(head)).toEqual(headersOf(got));
    expect(head.headers.get('content-type')).toBe(JSON_TYPE);
  });

  test('HEAD without a token is refused like GET', async () => {
    const held = await endpoint.prepare(library);
    const answer = await sendRaw(library.service.url, { method: 'HEAD', path: endpoint.path(held) });
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="holdfast"');
  });
});

test('an error is never taken for unchanged, and never carries an ETag', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const held = { patron, title };
  expectRefusal(await getUnless(held, holdPath(title), '*'), 'PatronDoesntHaveTitleOnHold');
  expectRefusal(await getUnless(held, '/v1/nothing', '*'), 'NotFound');
});

describe('OPTIONS tells which methods there are', () => {
  test.each([
    [ME, 'GET, HEAD, PUT, OPTIONS'],
    [HOLDS, 'GET, HEAD, POST, OPTIONS'],
    [holdPath(1), 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
    [suspensionPath(1), 'POST, PUT, DELETE, OPTIONS'],
  ])('at %s', async (path, methods) => {
    const patron = await library.addPatron();
    for (const address of [path, `${path}/`]) {
      const answer = await patron.send('OPTIONS', address);
      expectNoContent(answer);
      expect(answer.headers.get('allow')).toBe(methods);
    }
  });
});

describe('an address that leads nowhere', () => {
  test.each(['/v1', '/v1/patrons', '/v1/patrons/1', '/v1/patrons/1/holds', '/v2/patrons/me', '/holds'])(
    '%s is not found',
    async (path) => {
      const patron = await library.addPatron();
      expectRefusal(await patron.get(path), 'NotFound');
      expectRefusal(await patron.post(path, {}), 'NotFound');
    },
  );

  test('is not found deeper below a hold either', async () => {
    const { patron, title } = await library.waiting();
    for (const path of [
      `${holdPath(title)}/checkout`,
      `${suspensionPath(title)}/1`,
      `${HOLDS}//${title.reserveId}`,
    ])
      expectRefusal(await patron.get(path), 'NotFound');
  });
});

test('each request has an id of its own, which an error repeats as its token', async () => {
  const patron = await library.addPatron();
  const answers = [await patron.list(), await patron.list(), await patron.find(1), await patron.find(1)];
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(4);
  expect(answers.slice(2).map(({ body }) => body.token as string)).toEqual(ids.slice(2));
});

test('an error says the same whether the thing never was or is another’s', async () => {
  const { title } = await library.waiting();
  const [patron, never] = [await library.addPatron(), await library.addTitle()];
  const tries = (held: { reserveId: string; crossRefId: number }): Promise<object[]> =>
    Promise.all(
      [held.reserveId, held.reserveId.toUpperCase(), held.crossRefId].flatMap((id) =>
        [
          patron.find(id),
          patron.edit(id, { emailAddress: 'a@example.org' }),
          patron.remove(id),
          patron.suspend(id),
          patron.editSuspension(id, { suspensionType: 'indefinite' }),
          patron.release(id),
        ].map(async (answer) => withoutToken(await answer)),
      ),
    );
  expect(await tries(title)).toEqual(await tries(never));
});

test('every link has an href and a type', async () => {
  const { patron } = await library.ready();
  const linksIn = (value: unknown): object[] => {
    if (typeof value !== 'object' || value === null) return [];
    const own = Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
      name === 'links' || name === 'linkTemplates' ? Object.values(member as object) : [],
    );
    return [...own, ...Object.values(value).flatMap(linksIn)] as object[];
  };
  const links = [...linksIn((await patron.list()).body), ...linksIn((await patron.profile()).body)];
  expect(links.length).toBeGreaterThanOrEqual(8);
  for (const link of links)
    expect(link).toEqual({
      href: expect.stringMatching(/^https:\/\//),
      type: expect.stringMatching(
        /^(?:application\/vnd\.holdfast\.(?:circulation\.|content\.)?api\+json|text\/event-stream)$/,
      ),
    });
  expect(JSON.stringify(links)).toContain(PUBLIC_URL);
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
