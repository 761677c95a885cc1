import { expectNoContent, expectRefusal } from '../support/answers.js';
import { fields, granted, type PatronClient } from '../support/client.js';
import { sendBytes } from '../support/raw-bytes.js';
import { sendRaw } from '../support/raw-request.js';
import { reserveIdOf, smallLibrary } from '../support/records.js';
import { PUBLIC_URL, type ServiceUnderTest, startService } from '../support/service.js';

const ME = '/v1/patrons/me';
const HOLDS = `${ME}/holds`;
const HOLD = `${HOLDS}/1`;

let service: ServiceUnderTest;
let patron: PatronClient;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [1, 0]));
  patron = await service.signIn(1);
  await granted(patron.post(HOLDS, { id: 1, emailAddress: 'reader@example.org' }));
});
afterAll(() => service.close());

describe('HEAD', () => {
  test.each([ME, HOLDS, HOLD, `${HOLDS}/2`, '/v1/nothing', `${HOLDS}/%zz`])(
    'of %s has the headers of GET and no body',
    async (path) => {
      const headers = [['Authorization', `Bearer ${patron.token}`]] as const;
      const got = await sendRaw(service.url, { method: 'GET', path, headers });
      const head = await sendRaw(service.url, { method: 'HEAD', path, headers });
      const comparable = ({ headers }: { headers: Headers }): object => ({
        ...Object.fromEntries(headers),
        date: '',
        'x-request-id': '',
      });
      expect([head.status, head.text]).toEqual([got.status, '']);
      expect(comparable(head)).toEqual(comparable(got));
    },
  );

  test('needs a token like GET', async () => {
    const head = await sendRaw(service.url, { method: 'HEAD', path: ME });
    expect([head.status, head.text]).toEqual([401, '']);
    expect(head.headers.get('www-authenticate')).toBe('Bearer realm="holdfast"');
  });
});

const METHODS = {
  [ME]: 'GET, HEAD, PUT, OPTIONS',
  [HOLDS]: 'GET, HEAD, POST, OPTIONS',
  [HOLD]: 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
  [`${HOLD}/suspension`]: 'POST, PUT, DELETE, OPTIONS',
};

describe.each(Object.entries(METHODS))('%s', (path, allowed) => {
  test.each([path, `${path}/`, `${path}?x=1`])('tells its methods to OPTIONS, without a token: %s', async (address) => {
    const answer = await sendRaw(service.url, { method: 'OPTIONS', path: address });
    expectNoContent(answer);
    expect(answer.headers.get('allow')).toBe(allowed);
  });

  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'].filter(
    (method) => !allowed.split(', ').includes(method),
  );
  test.each(others)('tells its methods to whoever uses %s', async (method) => {
    const answer = await sendRaw(service.url, { method, path, headers: [['Authorization', `Bearer ${patron.token}`]] });
    expectRefusal(answer, 'MethodNotAllowed', allowed);
    expect(answer.headers.get('allow')).toBe(allowed);
  });
});

test('OPTIONS of an address where nothing is finds nothing', async () => {
  expectRefusal(await sendRaw(service.url, { method: 'OPTIONS', path: '/v1/nothing' }), 'NotFound');
  expectRefusal(await sendRaw(service.url, { method: 'OPTIONS', path: '*' }), 'NotFound');
});

describe('a header that claims something', () => {
  const CLAIMS = {
    Host: 'evil.example.com',
    'X-Forwarded-Host': 'evil.example.com',
    'X-Forwarded-Proto': 'ftp',
    'X-Forwarded-For': '10.0.0.1',
    'X-Forwarded-Prefix': '/evil',
    Forwarded: 'host=evil.example.com;proto=ftp',
    'X-Original-URL': '/v1/nothing',
    'X-Rewrite-URL': '/v1/nothing',
    'X-HTTP-Method-Override': 'DELETE',
    'X-HTTP-Method': 'DELETE',
    'X-Method-Override': 'DELETE',
    'X-Request-Id': 'evil',
    'X-Patron-Id': '2',
    Accept: 'image/png',
    'Accept-Charset': 'utf-16',
    'Accept-Language': 'tlh',
    Range: 'bytes=0-1',
  };

  test.each(Object.entries(CLAIMS))('changes nothing: %s: %s', async (name, value) => {
    const plain = await patron.get(HOLD);
    const answer = await sendRaw(service.url, {
      method: 'GET',
      path: HOLD,
      headers: [['Authorization', `Bearer ${patron.token}`], [name, value]],
    });
    expect([answer.status, answer.text]).toEqual([200, plain.text]);
    expect(answer.text).toContain(`"href":"${PUBLIC_URL}${HOLDS}/${reserveIdOf(1)}"`);
    expect(JSON.stringify([...answer.headers])).not.toContain('evil');
  });

  test('changes no placement’s Location', async () => {
    const answer = await sendRaw(service.url, {
      method: 'POST',
      path: `${HOLDS}?_method=DELETE`,
      headers: [
        ...Object.entries(CLAIMS),
        ['Authorization', `Bearer ${patron.token}`],
        ['Content-Type', 'application/json'],
      ],
      body: fields({ id: 2, ignoreHoldEmail: true }),
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${PUBLIC_URL}${HOLDS}/${reserveIdOf(2)}`]);
    expect((await patron.delete(`${HOLDS}/2`)).status).toBe(204);
  });
});

describe('what a GET or a DELETE carries', () => {
  test.each([
    [{ 'Content-Type': 'application/json' }, undefined],
    [{ 'Content-Type': 'application/xml' }, undefined],
    [{ 'Content-Type': 'nonsense' }, undefined],
    [{ 'Content-Type': 'application/json' }, '{"fields":[]}'],
    [{ 'Content-Type': 'text/plain' }, 'not JSON at all \0'],
    [{}, '{"fields":[]}'],
    [{ 'Content-Encoding': 'gzip' }, 'x'],
  ])('is ignored: %j %j', async (headers, body) => {
    const all = [['Authorization', `Bearer ${patron.token}`] as const, ...Object.entries(headers)];
    const request = { headers: all, ...(body === undefined ? {} : { body }) };
    expect((await sendRaw(service.url, { method: 'GET', path: HOLDS, ...request })).status).toBe(200);
    await granted(patron.post(HOLDS, { id: 2, ignoreHoldEmail: true }));
    expectNoContent(await sendRaw(service.url, { method: 'DELETE', path: `${HOLDS}/2`, ...request }));
  });

  test('is ignored however long it is, and the next request on the connection is answered', async () => {
    const head = (line: string, more = ''): string =>
      `${line} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${patron.token}\r\n${more}\r\n`;
    const long = 'x'.repeat(1_000_000);
    const answer = await sendBytes(service.url, [
      head('DELETE /v1/nothing', `Content-Length: ${long.length}\r\n`),
      long,
    ]);
    expectRefusal(answer, 'NotFound');
  });
});

test('an answer that the client has already is not sent again, but an error always is', async () => {
  const first = await patron.get(HOLDS);
  const etag = first.headers.get('etag') ?? '';
  const again = await patron.send('GET', HOLDS, { headers: { 'if-none-match': etag } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers.get('cache-control')).toBe('no-cache');
  const missing = await patron.send('GET', `${HOLDS}/2`, { headers: { 'if-none-match': '*' } });
  expectRefusal(missing, 'PatronDoesntHaveTitleOnHold');
});

describe('what is not HTTP', () => {
  const auth = (): string => `Host: test\r\nAuthorization: Bearer ${patron.token}\r\n`;
  const CASES: Readonly<Record<string, () => string | Buffer>> = {
    'random bytes': () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0xff, 0x0d, 0x0a, 0x0d, 0x0a]),
    'a word': () => 'hello\r\n\r\n',
    'another protocol': () => 'GET / SPDY/3\r\n\r\n',
    'a method in lower case': () => `get ${ME} HTTP/1.1\r\n${auth()}\r\n`,
    'an unknown method': () => `FROB ${ME} HTTP/1.1\r\n${auth()}\r\n`,
    'a space in the address': () => `GET ${ME}/a b HTTP/1.1\r\n${auth()}\r\n`,
    'a header without a colon': () => `GET ${ME} HTTP/1.1\r\n${auth()}Nonsense\r\n\r\n`,
    'a space before the colon': () => `GET ${ME} HTTP/1.1\r\n${auth()}X-Y : z\r\n\r\n`,
    'a NUL in a header': () => `GET ${ME} HTTP/1.1\r\n${auth()}X-Y: a\0b\r\n\r\n`,
    'two lengths': () => `PUT ${HOLD} HTTP/1.1\r\n${auth()}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'a length and chunks': () =>
      `PUT ${HOLD} HTTP/1.1\r\n${auth()}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a length that is no number': () => `PUT ${HOLD} HTTP/1.1\r\n${auth()}Content-Length: 1e1\r\n\r\n{}`,
    'a chunk without a length': () =>
      `PUT ${HOLD} HTTP/1.1\r\n${auth()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    'headers of 100 KB': () => `GET ${ME} HTTP/1.1\r\n${auth()}X-Y: ${'y'.repeat(100_000)}\r\n\r\n`,
    'an address of 100 KB': () => `GET /${'y'.repeat(100_000)} HTTP/1.1\r\n${auth()}\r\n`,
    'no host': () => `GET ${ME} HTTP/1.1\r\nAuthorization: Bearer ${patron.token}\r\n\r\n`,
  };

  test.each(Object.keys(CASES))('is answered with the one error body: %s', async (what) => {
    expectRefusal(await sendBytes(service.url, [CASES[what]!()]), 'InvalidRequestBody');
  });

  test('an expectation that nobody can meet is not met, and the request is answered', async () => {
    const answer = await sendBytes(service.url, [`GET ${HOLDS} HTTP/1.1\r\n${auth()}Expect: 200-ok\r\n\r\n`]);
    expect([answer.status, answer.body]).toMatchObject([200, { totalItems: 1 }]);
  });

  test('a tunnel is not opened', async () => {
    expectRefusal(
      await sendBytes(service.url, [`CONNECT example.org:443 HTTP/1.1\r\n${auth()}\r\n`]),
      'InvalidRequestBody',
    );
  });

  test('another protocol is not switched to', async () => {
    const headers = `${auth()}Connection: Upgrade\r\nUpgrade: websocket\r\n`;
    const answer = await sendBytes(service.url, [`GET ${HOLDS} HTTP/1.1\r\n${headers}\r\n`]);
    expect(answer.status).toBe(200);
  });

  test('an old client without a host is served', async () => {
    const answer = await sendBytes(service.url, [
      `GET ${HOLDS} HTTP/1.0\r\nAuthorization: Bearer ${patron.token}\r\n\r\n`,
    ]);
    expect(answer.status).toBe(200);
  });

  test('half a body is refused, and changes nothing', async () => {
    const half = `PUT ${HOLD} HTTP/1.1\r\n${auth()}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"fields"`;
    await expect(sendBytes(service.url, [half, Buffer.alloc(0)], { hangUp: true })).rejects.toThrow('closed');
    expect((await patron.get(HOLD)).body).toMatchObject({ emailAddress: 'reader@example.org' });
  });
});
