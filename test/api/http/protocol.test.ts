import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { HOLDS, ME } from '../../support/paths.js';
import { sendBytes } from '../../support/requests/raw-bytes.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

let library: TestLibrary;
let patron: TestPatron;
/** The patron has a hold here, and none on the other title. */
let hold: string;
let notHeld: string;
beforeAll(async () => {
  library = await TestLibrary.open();
  const waiting = await library.waiting();
  ({ patron } = waiting);
  hold = `${HOLDS}/${waiting.title.crossRefId}`;
  notHeld = `${HOLDS}/${(await library.addTitle()).crossRefId}`;
});

const url = (): string => library.service.url;

function ask(method: string, path: string): Promise<RawAnswer> {
  return sendRaw(url(), { method, path, headers: [['Authorization', `Bearer ${patron.token}`]] });
}

test('HEAD of an error has the same headers as GET', async () => {
  const comparable = ({ headers }: RawAnswer): object => ({
    ...Object.fromEntries(headers),
    date: '',
    'x-request-id': '',
  });
  for (const path of [notHeld, '/v1/nothing', `${HOLDS}/%zz`]) {
    const [got, head] = [await ask('GET', path), await ask('HEAD', path)];
    expect([head.status, head.text]).toEqual([got.status, '']);
    expect(comparable(head)).toEqual(comparable(got));
  }
});

test.each([
  [ME, 'GET, HEAD, PUT, OPTIONS'],
  [HOLDS, 'GET, HEAD, POST, OPTIONS'],
  [`${HOLDS}/1`, 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
  [`${HOLDS}/1/suspension`, 'POST, PUT, DELETE, OPTIONS'],
])('%s tells its methods by OPTIONS, without a token, and for every other method', async (path, allowed) => {
  for (const address of [path, `${path}/`, `${path}?x=1`]) {
    const answer = await sendRaw(url(), { method: 'OPTIONS', path: address });
    expectNoContent(answer);
    expect(answer.headers.get('allow')).toBe(allowed);
  }
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];
  for (const method of methods.filter((each) => !allowed.split(', ').includes(each))) {
    const answer = await ask(method, path);
    expectRefusal(answer, 'MethodNotAllowed', allowed);
    expect(answer.headers.get('allow')).toBe(allowed);
  }
});

test('OPTIONS of the whole service is not found', async () => {
  expectRefusal(await ask('OPTIONS', '*'), 'NotFound');
});

const start = (line: string, host = 'Host: test\r\n'): string =>
  `${line} HTTP/1.1\r\n${host}Authorization: Bearer ${patron.token}\r\n`;
const json = 'Content-Type: application/json\r\n';

describe('malformed HTTP is refused with the usual error body', () => {
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
    'two lengths': () => `${start(`PUT ${hold}`)}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'a length and chunks': () =>
      `${start(`PUT ${hold}`)}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a length that is no number': () => `${start(`PUT ${hold}`)}Content-Length: 1e1\r\n\r\n{}`,
    'a chunk without a length': () =>
      `${start(`PUT ${hold}`)}${json}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    'headers of 100 KB': () => `${start(`GET ${ME}`)}X-Y: ${'y'.repeat(100_000)}\r\n\r\n`,
    'an address of 100 KB': () => `${start(`GET /${'y'.repeat(100_000)}`)}\r\n`,
    'no host': () => `${start(`GET ${ME}`, '')}\r\n`,
    'a tunnel to elsewhere': () => `${start('CONNECT example.org:443')}\r\n`,
  };
  test.each(Object.keys(broken))('%s', async (what) => {
    expectRefusal(await sendBytes(url(), [broken[what]!()]), 'InvalidRequestBody');
  });

  test.each([
    ['two different hosts', 'Host: one\r\nHost: two\r\n'],
    ['the same host twice', 'Host: one\r\nHost: one\r\n'],
    ['two hosts far apart, in another case', 'Host: one\r\nX-Y: z\r\nHOST: two\r\n'],
  ])('%s', async (_, hosts) => {
    for (const version of ['1.0', '1.1']) {
      const asked = `${start(`GET ${ME}`, hosts).replace('HTTP/1.1', `HTTP/${version}`)}\r\n`;
      expectRefusal(await sendBytes(url(), [asked]), 'InvalidRequestBody', /more than one Host/);
    }
  });

  test.each(['0.9', '2.0', '1.2', '3.0', '1.10', '01.1'])('HTTP in version %s', async (version) => {
    const asked = `${start(`GET ${ME}`).replace('HTTP/1.1', `HTTP/${version}`)}\r\n`;
    expectRefusal(await sendBytes(url(), [asked]), 'InvalidRequestBody');
  });

  test('half a body, which changes nothing', async () => {
    const before = (await patron.get(hold)).text;
    const half = `${start(`PUT ${hold}`)}${json}Content-Length: 100\r\n\r\n{"fields"`;
    expectRefusal(await sendBytes(url(), [half], { hangUp: true }), 'InvalidRequestBody');
    expect((await patron.get(hold)).text).toBe(before);
  });
});

test.each([
  ['has an unknown expectation', 'Expect: 200-ok\r\n'],
  ['asks for another protocol', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
  ['has a body of a megabyte', `Content-Length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`],
])('a GET that %s gets the usual answer', async (_, rest) => {
  const answer = await sendBytes(url(), [`${start(`GET ${HOLDS}`)}${rest}\r\n`]);
  expect([answer.status, answer.body]).toMatchObject([200, { totalItems: 1 }]);
});

test('an HTTP/1.0 request without a host gets the usual answer', async () => {
  const old = `GET ${HOLDS} HTTP/1.0\r\nAuthorization: Bearer ${patron.token}\r\n\r\n`;
  expect((await sendBytes(url(), [old])).status).toBe(200);
});
