import { expectNoContent, expectRefusal } from '../support/answers.js';
import { PatronClient } from '../support/client.js';
import { type RawAnswer, sendRaw } from '../support/raw-request.js';
import { expectOAuthRefusal, expectToken } from './oauth-answers.js';
import {
  basic,
  type Cardholder,
  CITY,
  DISCOVERY,
  FORM_TYPE,
  formOf,
  OAuthClient,
  omit,
  grantedScope,
  scopeOf,
  Town,
} from './town.js';

const ENDPOINTS = ['/patrontoken', '/token', '/revoke'] as const;
const GRANTS = [
  ['/patrontoken', 'password'],
  ['/token', 'client_credentials'],
] as const;

let town: Town;
let holder: Cardholder;
/** A form for each endpoint that it would accept. */
let good: Readonly<Record<string, Record<string, string>>>;
beforeAll(async () => {
  town = await Town.open();
  holder = await town.cardholder();
  good = {
    '/patrontoken': formOf(holder),
    '/token': { grant_type: 'client_credentials' },
    '/revoke': { token: 'nobody-has-this-token' },
  };
});
afterAll(() => town.close());

function formFor(path: string): Record<string, string> {
  return { ...good[path] };
}

describe.each(ENDPOINTS)('to %s', (path) => {
  test.each([
    ['no credentials', undefined],
    ['nothing', ''],
    ['the scheme alone', 'Basic'],
    ['what is not base64', 'Basic !!!'],
    ['an id without a secret', `Basic ${Buffer.from('discovery').toString('base64')}`],
    ['an empty secret', basic({ ...DISCOVERY, secret: '' })],
    ['an empty id', basic({ ...DISCOVERY, clientId: '' })],
    ['another secret', basic({ ...DISCOVERY, secret: 'another-secret-of-some-length' })],
    ['the secret and more', basic({ ...DISCOVERY, secret: `${DISCOVERY.secret} ` })],
    ['an unknown client', basic({ ...DISCOVERY, clientId: 'nobody' })],
    ['an id in another case', basic({ ...DISCOVERY, clientId: 'Discovery' })],
    ['an id with a NUL', basic({ ...DISCOVERY, clientId: 'discovery\0' })],
    ['an escaped NUL', basic({ ...DISCOVERY, clientId: 'discovery%00' })],
    ['another scheme', `Bearer ${DISCOVERY.secret}`],
  ])('a client with %s is refused as invalid_client', async (_, authorization) => {
    const headers = [
      ['Content-Type', FORM_TYPE],
      ...(authorization === undefined ? [] : [['Authorization', authorization]]),
    ] as [string, string][];
    const body = new URLSearchParams(formFor(path)).toString();
    expectOAuthRefusal(await send(path, { headers, body }), 'invalid_client');
  });

  test('credentials in the form count for nothing', async () => {
    const form = { ...formFor(path), client_id: DISCOVERY.clientId, client_secret: DISCOVERY.secret };
    const headers = [['Content-Type', FORM_TYPE]] as const;
    const body = new URLSearchParams(form).toString();
    expectOAuthRefusal(await send(path, { headers, body }), 'invalid_client');
  });

  test('two Authorization headers are refused, even if both are the same good one', async () => {
    const authorization = ['Authorization', basic(DISCOVERY)] as const;
    const headers = [['Content-Type', FORM_TYPE], authorization, authorization] as const;
    const body = new URLSearchParams(formFor(path)).toString();
    expectOAuthRefusal(await send(path, { headers, body }), 'invalid_request', 'more than one Authorization');
  });

  test('the client is looked at before the form', async () => {
    const stranger = new OAuthClient(town.service.url, { ...DISCOVERY, clientId: 'nobody' });
    expectOAuthRefusal(
      await stranger.post(path, 'nonsense', { 'content-type': 'text/plain' }),
      'invalid_client',
    );
  });

  test.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded-not',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'nonsense',
  ])('a form sent as %s is refused as UnsupportedMediaType', async (type) => {
    expectRefusal(
      await town.discovery.post(path, formFor(path), { 'content-type': type }),
      'UnsupportedMediaType',
      FORM_TYPE,
    );
  });

  test('a form without a type is refused as UnsupportedMediaType', async () => {
    const headers = [['Authorization', basic(DISCOVERY)]] as const;
    const body = new URLSearchParams(formFor(path)).toString();
    expectRefusal(await send(path, { headers, body }), 'UnsupportedMediaType');
  });

  test('a compressed form is refused', async () => {
    const answer = await town.discovery.post(path, formFor(path), { 'content-encoding': 'gzip' });
    expectRefusal(answer, 'UnsupportedMediaType');
  });

  test('a form that is too large is refused', async () => {
    const answer = await town.discovery.post(path, { ...formFor(path), more: 'x'.repeat(70_000) });
    expectRefusal(answer, 'PayloadTooLarge');
  });

  test('a form that is not UTF-8 is refused', async () => {
    const headers = [
      ['Authorization', basic(DISCOVERY)],
      ['Content-Type', FORM_TYPE],
    ] as const;
    const answer = await send(path, { headers, body: Buffer.from([0x61, 0x3d, 0xff, 0xfe]) });
    expectRefusal(answer, 'InvalidRequestBody', 'UTF-8');
  });

  test('no form, and an empty one, are told what is missing first', async () => {
    const missing = path === '/revoke' ? 'token is missing' : 'grant_type is missing';
    for (const form of ['', '&', '=', '&&=&'])
      expectOAuthRefusal(await town.discovery.post(path, form), 'invalid_request', /missing|twice/);
    expectOAuthRefusal(await town.discovery.post(path, ''), 'invalid_request', missing);
    const headers = [
      ['Authorization', basic(DISCOVERY)],
      ['Content-Length', '0'],
    ] as const;
    expectOAuthRefusal(await send(path, { headers }), 'invalid_request', missing);
  });

  test('a parameter sent twice is refused, also with the same value, and is not repeated', async () => {
    for (const name of [...Object.keys(formFor(path)), 'reader@example.org']) {
      const parameters: [string, string][] = [
        ...Object.entries(formFor(path)),
        [name, 'again'],
        [name, 'again'],
      ];
      const answer = await town.discovery.post(path, new URLSearchParams(parameters).toString());
      expectOAuthRefusal(answer, 'invalid_request', 'given twice');
      expect(answer.text).not.toContain('example.org');
    }
  });

  test('a NUL in a parameter is refused', async () => {
    for (const name of Object.keys(formFor(path)))
      expectOAuthRefusal(
        await town.discovery.post(path, { ...formFor(path), [name]: '\0' }),
        'invalid_request',
        'NUL',
      );
  });

  test('parameters in the address count for nothing', async () => {
    const query = new URLSearchParams(formFor(path)).toString();
    expectOAuthRefusal(await town.discovery.post(`${path}?${query}`, ''), 'invalid_request', 'missing');
  });

  test('only POST is there', async () => {
    const client = new PatronClient(town.service.url, '');
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await client.send(method, path);
      expectRefusal(answer, 'MethodNotAllowed');
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    }
    const options = await client.send('OPTIONS', path);
    expectNoContent(options);
    expect(options.headers.get('allow')).toBe('POST, OPTIONS');
  });

  test('a patron’s token is no client’s credential', async () => {
    const token = await town.discovery.tokenOf(holder);
    const answer = await town.discovery.post(path, formFor(path), { authorization: `Bearer ${token}` });
    expectOAuthRefusal(answer, 'invalid_client');
  });
});

describe.each(GRANTS)('to %s', (path, grant) => {
  test.each(['authorization_code', 'refresh_token', 'Password', 'CLIENT_CREDENTIALS', ' '])(
    'the grant %j is unsupported',
    async (other) => {
      const answer = await town.discovery.post(path, { ...formFor(path), grant_type: other });
      expectOAuthRefusal(answer, 'unsupported_grant_type', `must be ${grant}`);
    },
  );

  test('the other endpoint’s grant is unsupported', async () => {
    const other = GRANTS.find(([address]) => address !== path)?.[1] ?? '';
    const answer = await town.discovery.post(path, { ...formFor(path), grant_type: other });
    expectOAuthRefusal(answer, 'unsupported_grant_type');
  });
});

describe('to /patrontoken', () => {
  test.each(['grant_type', 'username', 'password', 'scope'])(
    '%s must be sent, and not empty',
    async (name) => {
      const answer = await town.discovery.post('/patrontoken', omit(formOf(holder), name));
      expectOAuthRefusal(answer, 'invalid_request', `${name} is missing`);
      expectOAuthRefusal(
        await town.discovery.signIn(holder, { [name]: '' }),
        'invalid_request',
        `${name} is missing`,
      );
    },
  );

  test.each([
    ['a word', 'all'],
    ['no library', 'authorizationname:main'],
    ['no number', 'websiteid: authorizationname:main'],
    ['a number apart', `websiteid: ${CITY}`],
    ['letters', 'websiteid:city'],
    ['zero', 'websiteid:0'],
    ['a sign', `websiteid:+${CITY}`],
    ['zeros in front', `websiteid:0${CITY}`],
    ['a fraction', `websiteid:${CITY}.0`],
    ['more behind', `websiteid:${CITY}:${CITY}`],
    ['a number too large', 'websiteid:2147483648'],
    ['a number of many digits', `websiteid:${'9'.repeat(5000)}`],
    ['other digits', 'websiteid:３７'],
    ['an equals sign', `websiteid=${CITY}`],
    ['two libraries', `websiteid:${CITY} websiteid:38`],
    ['a library twice', `websiteid:${CITY} websiteid:${CITY}`],
  ])('a scope with %s is invalid', async (_, scope) => {
    expectOAuthRefusal(
      await town.discovery.signIn(holder, { scope }),
      'invalid_scope',
      'must name one library',
    );
  });

  test('a refused request costs the card no attempt', async () => {
    const patron = await town.cardholder();
    for (let i = 0; i < 12; i++) {
      await town.discovery.signIn(patron, { scope: scopeOf(4000), password: 'wrong' });
      await town.discovery.signIn(patron, { grant_type: 'other', password: 'wrong' });
      await town.neighbour.signIn(patron, { password: 'wrong' });
    }
    expectToken(await town.discovery.signIn(patron), grantedScope(CITY));
  });
});

function send(
  path: string,
  request: { headers: readonly (readonly [string, string])[]; body?: string | Buffer },
): Promise<RawAnswer> {
  return sendRaw(town.service.url, { method: 'POST', path, ...request });
}
