import { createECDH, randomBytes } from 'node:crypto';
import { Refusal } from '../../../src/domain/errors.js';
import { readPushSubscription } from '../../../src/patrons/push/push-subscriptions.requests.js';

/** What a browser may say of itself. */

const point = createECDH('prime256v1').generateKeys();
const P256DH = point.toString('base64url');
const AUTH = randomBytes(16).toString('base64url');
const ENDPOINT = 'https://push.example.org/v2/gAAAAABn';

function read(members: object = {}, keys: object = {}): unknown {
  const all = { endpoint: ENDPOINT, keys: { p256dh: P256DH, auth: AUTH, ...keys }, ...members };
  return readPushSubscription(JSON.stringify(all));
}

function refusalOf(work: () => unknown): Pick<Refusal, 'code' | 'message'> | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as Refusal;
  }
}

test.each([
  ['as Chromium describes it', { expirationTime: null }],
  ['with the end that Safari names', { expirationTime: 1_800_000_000_000.5 }],
  ['with members that nobody knows yet', { options: { userVisibleOnly: true } }],
])('a browser is read: %s', (_, members) => {
  expect(read(members)).toEqual({ endpoint: ENDPOINT, p256dh: P256DH, auth: AUTH });
});

test('keys may have padding, and are stored without', () => {
  expect(read({}, { p256dh: `${P256DH}=`, auth: `${AUTH}==` })).toEqual(read());
});

test('an endpoint has one form, and no fragment', () => {
  expect(read({ endpoint: 'HTTPS://Push.Example.org:443/a#b' })).toMatchObject({
    endpoint: 'https://push.example.org/a',
  });
});

test.each([
  ['nothing', undefined],
  ['a number', 7],
  ['no address', 'push'],
  ['a relative address', '/push'],
  ['another protocol', 'ftp://push.example.org/'],
  ['code', 'javascript:alert(1)'],
  ['a file', 'file:///etc/passwd'],
  ['a user name', 'https://user@push.example.org/'],
  ['a password', 'https://:secret@push.example.org/'],
  ['no host', 'https://'],
  ['2,001 characters', `https://push.example.org/${'a'.repeat(2_001 - 25)}`],
  ['more than 2,000 characters, once it is written out', `https://push.example.org/${'ä'.repeat(400)}`],
])('an endpoint with %s is refused', (_, endpoint) => {
  expect(refusalOf(() => read({ endpoint }))).toMatchObject({
    code: 'InvalidFieldValue',
    message: expect.stringContaining('endpoint must be an https:// address') as string,
  });
});

test('an endpoint may have 2,000 characters', () => {
  expect(read({ endpoint: `https://push.example.org/${'a'.repeat(2_000 - 25)}` })).toBeDefined();
});

const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
const compressed = Buffer.concat([Buffer.from([2]), point.subarray(1, 33)]).toString('base64url');

test.each([
  ['p256dh', undefined],
  ['p256dh', ''],
  ['p256dh', randomBytes(64).toString('base64url')],
  ['p256dh', randomBytes(66).toString('base64url')],
  ['p256dh', offCurve],
  ['p256dh', compressed],
  ['p256dh', Buffer.alloc(65).toString('base64url')],
  ['p256dh', point.toString('base64').replaceAll('-', '+').replace(/^./, '+')],
  ['p256dh', 'a'.repeat(60_000)],
  ['auth', null],
  ['auth', {}],
  ['auth', randomBytes(15).toString('base64url')],
  ['auth', randomBytes(17).toString('base64url')],
  ['auth', `${AUTH} `],
])('a key %s of another kind is refused (%#)', (name, value) => {
  expect(refusalOf(() => read({}, { [name]: value }))).toMatchObject({
    code: 'InvalidFieldValue',
    message: expect.stringContaining(`keys.${name} must be`) as string,
  });
});

test.each([
  [''],
  ['[]'],
  ['null'],
  ['"text"'],
  ['{"endpoint":"https://push.example.org/"}'],
  ['{"keys":[]}'],
  ['{'],
])('a body of another shape is refused: %s', (body) => {
  expect(refusalOf(() => readPushSubscription(body))?.code).toBe('InvalidRequestBody');
});

test('the longest body is read at once', () => {
  const started = performance.now();
  refusalOf(() => read({ endpoint: 'https://'.padEnd(30_000, 'a') }, { p256dh: 'A'.repeat(30_000) }));
  expect(performance.now() - started).toBeLessThan(50);
});
