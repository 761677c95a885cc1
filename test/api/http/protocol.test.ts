import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { mustSucceed, type PatronClient } from '../../support/client.js';
import { HOLDS, ME } from '../../support/paths.js';
import { sendBytes } from '../../support/requests/raw-bytes.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { reserveIdOf, smallLibrary } from '../../support/records.js';
import { PUBLIC_URL, type ServiceUnderTest, startService } from '../../support/service.js';

const HOLD = `${HOLDS}/1`;

let service: ServiceUnderTest;
let patron: PatronClient;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [1, 0]));
  patron = await service.signIn(1);
  await mustSucceed(patron.post(HOLDS, { id: 1, emailAddress: 'reader@example.org' }));
});
afterAll(() => service.close());

type Header = readonly [name: string, value: string];

function ask(method: string, path: string, ...headers: readonly Header[]): Promise<RawAnswer> {
  return sendRaw(service.url, {
    method,
    path,
    headers: [['Authorization', `Bearer ${patron.token}`], ...headers],
  });
}

test.each([HOLD, `${HOLDS}/2`, '/v1/nothing', `${HOLDS}/%zz`])(
  'HEAD of %s has the same headers as GET, also for errors',
  async (path) => {
    const [got, head] = [await ask('GET', path), await ask('HEAD', path)];
    const comparable = ({ headers }: RawAnswer): object => ({
      ...Object.fromEntries(headers),
      date: '',
      'x-request-id': '',
    });
    expect([head.status, head.text]).toEqual([got.status, '']);
    expect(comparable(head)).toEqual(comparable(got));
  },
);

const METHODS = {
  [ME]: 'GET, HEAD, PUT, OPTIONS',
  [HOLDS]: 'GET, HEAD, POST, OPTIONS',
  [HOLD]: 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
  [`${HOLD}/suspension`]: 'POST, PUT, DELETE, OPTIONS',
};

describe.each(Object.entries(METHODS))('%s', (path, allowed) => {
  test.each([path, `${path}/`, `${path}?x=1`])(
    'answers OPTIONS at %s with its methods, without a token',
    async (address) => {
      const answer = await sendRaw(service.url, { method: 'OPTIONS', path: address });
      expectNoContent(answer);
      expect(answer.headers.get('allow')).toBe(allowed);
    },
  );

  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'].filter(
    (method) => !allowed.split(', ').includes(method),
  );
  test.each(others)('answers %s with 405 and its methods', async (method) => {
    const answer = await ask(method, path);
    expectRefusal(answer, 'MethodNotAllowed', allowed);
    expect(answer.headers.get('allow')).toBe(allowed);
  });
});

test.each(['/v1/nothing', '*'])('OPTIONS of %s is not found', async (path) => {
  expectRefusal(await ask('OPTIONS', path), 'NotFound');
});

test.each([
  ['Host', 'evil.example.com'],
  ['X-Forwarded-Host', 'evil.example.com'],
  ['X-Forwarded-Prefix', '/evil'],
  ['X-Rewrite-URL', '/evil'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-HTTP-Method', 'DELETE'],
  ['X-Method-Override', 'DELETE'],
  ['X-Request-Id', 'evil'],
  ['X-Patron-Id', '2'],
  ['Range', 'bytes=0-1'],
])('an untrusted header changes nothing: %s: %s', async (...header) => {
  const plain = await patron.get(HOLD);
  const answer = await ask('GET', `${HOLD}?_method=DELETE`, header);
  expect([answer.status, answer.text]).toEqual([200, plain.text]);
  expect(answer.text).toContain(`"href":"${PUBLIC_URL}${HOLDS}/${reserveIdOf(1)}"`);
  expect(JSON.stringify([...answer.headers])).not.toContain('evil');
});

describe('malformed HTTP', () => {
  const start = (line: string): string =>
    `${line} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${patron.token}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  const broken: Readonly<Record<string, () => string | Buffer>> = {
    'the greeting of TLS': () =>
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0xff, 0x0d, 0x0a, 0x0d, 0x0a]),
    'a single word': () => 'hello\r\n\r\n',
    'another protocol': () => 'GET / SPDY/3\r\n\r\n',
    'a method in lower case': () => `${start(`get ${ME}`)}\r\n`,
    'an unknown method': () => `${start(`FROB ${ME}`)}\r\n`,
    'a space in the address': () => `${start(`GET ${ME}/a b`)}\r\n`,
    'a header without a colon': () => `${start(`GET ${ME}`)}Nonsense\r\n\r\n`,
    'a space before the colon': () => `${start(`GET ${ME}`)}X-Y : z\r\n\r\n`,
    'a NUL in a header': () => `${start(`GET ${ME}`)}X-Y: a\0b\r\n\r\n`,
    'two lengths': () => `${start(`PUT ${HOLD}`)}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'a length and chunks': () =>
      `${start(`PUT ${HOLD}`)}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a length that is no number': () => `${start(`PUT ${HOLD}`)}Content-Length: 1e1\r\n\r\n{}`,
    'a chunk without a length': () =>
      `${start(`PUT ${HOLD}`)}${json}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    'headers of 100 KB': () => `${start(`GET ${ME}`)}X-Y: ${'y'.repeat(100_000)}\r\n\r\n`,
    'an address of 100 KB': () => `${start(`GET /${'y'.repeat(100_000)}`)}\r\n`,
    'no host': () => `${start(`GET ${ME}`).replace('Host: test\r\n', '')}\r\n`,
    'a tunnel to elsewhere': () => `${start('CONNECT example.org:443')}\r\n`,
  };

  test.each(Object.keys(broken))('is refused with the usual error body: %s', async (what) => {
    expectRefusal(await sendBytes(service.url, [broken[what]!()]), 'InvalidRequestBody');
  });

  test('half a body is refused, and changes nothing', async () => {
    const half = `${start(`PUT ${HOLD}`)}${json}Content-Length: 100\r\n\r\n{"fields"`;
    expectRefusal(await sendBytes(service.url, [half], { hangUp: true }), 'InvalidRequestBody');
    expect((await patron.get(HOLD)).body).toMatchObject({ emailAddress: 'reader@example.org' });
  });

  test.each([
    ['has an unknown expectation', 'Expect: 200-ok\r\n'],
    ['asks for another protocol', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
    ['has a body of a megabyte', `Content-Length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`],
  ])('a GET that %s gets the usual answer', async (_, rest) => {
    const answer = await sendBytes(service.url, [`${start(`GET ${HOLDS}`)}${rest}\r\n`]);
    expect([answer.status, answer.body]).toMatchObject([200, { totalItems: 1 }]);
  });

  test('an HTTP/1.0 request without a host gets the usual answer', async () => {
    const old = `GET ${HOLDS} HTTP/1.0\r\nAuthorization: Bearer ${patron.token}\r\n\r\n`;
    expect((await sendBytes(service.url, [old])).status).toBe(200);
  });
});
