import { expectNoContent, expectRefusal } from '../../../support/answers.js';
import { PatronClient } from '../../../support/client.js';
import {
  basic,
  type Cardholder,
  DISCOVERY,
  FORM_TYPE,
  formOf,
  OAuthClient,
  omit,
  grantedScope,
  scopeOf,
} from '../../../support/requests/oauth-client.js';
import { type RawAnswer, sendRaw } from '../../../support/requests/raw-request.js';
import { expectOAuthRefusal, expectToken } from '../../../support/access/oauth/oauth-answers.js';
import { PIN_LIBRARY, SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';

const ENDPOINTS = ['/patrontoken', '/token', '/revoke'] as const;
const GRANTS = [
  ['/patrontoken', 'password'],
  ['/token', 'client_credentials'],
] as const;

let libraries: SignInLibraries;
let holder: Cardholder;
/** A valid form for each endpoint. */
let validForms: Readonly<Record<string, Record<string, string>>>;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
  holder = await libraries.addCardholder();
  validForms = {
    '/patrontoken': formOf(holder),
    '/token': { grant_type: 'client_credentials' },
    '/revoke': { token: 'nobody-has-this-token' },
  };
});
afterAll(() => libraries.close());

function formFor(path: string): Record<string, string> {
  return { ...validForms[path] };
}

describe.each(ENDPOINTS)('to %s', (path) => {
  test.each([
    ['no credentials', undefined],
    ['no value', ''],
    ['the scheme alone', 'Basic'],
    ['what is not base64', 'Basic !!!'],
    ['an id without a secret', `Basic ${Buffer.from('discovery').toString('base64')}`],
    ['an empty secret', basic({ ...DISCOVERY, secret: '' })],
    ['an empty id', basic({ ...DISCOVERY, clientId: '' })],
    ['another secret', basic({ ...DISCOVERY, secret: 'another-secret-of-some-length' })],
    ['more than the secret', basic({ ...DISCOVERY, secret: `${DISCOVERY.secret} ` })],
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

  test.each([
    ['a wrong secret', { client_id: DISCOVERY.clientId, client_secret: 'wrong' }],
    ['an id alone', { client_id: DISCOVERY.clientId }],
    ['a secret alone', { client_secret: DISCOVERY.secret }],
    ['an id with a NUL', { client_id: `${DISCOVERY.clientId}\0`, client_secret: DISCOVERY.secret }],
  ])('a client with %s in the form is refused', async (_, credentials) => {
    const body = new URLSearchParams({ ...formFor(path), ...credentials }).toString();
    const answer = await send(path, { headers: [['Content-Type', FORM_TYPE]], body });
    expectOAuthRefusal(
      answer,
      'client_id' in credentials && credentials.client_id.includes('\0')
        ? 'invalid_request'
        : 'invalid_client',
    );
  });

  test('a header goes before credentials in the form', async () => {
    const form = { ...formFor(path), client_id: DISCOVERY.clientId, client_secret: DISCOVERY.secret };
    const wrong = basic({ ...DISCOVERY, secret: 'wrong' });
    expectOAuthRefusal(
      await libraries.discovery.post(path, form, { authorization: wrong }),
      'invalid_client',
    );
  });

  test('two Authorization headers are refused, even with the same valid credentials', async () => {
    const authorization = ['Authorization', basic(DISCOVERY)] as const;
    const headers = [['Content-Type', FORM_TYPE], authorization, authorization] as const;
    const body = new URLSearchParams(formFor(path)).toString();
    expectOAuthRefusal(await send(path, { headers, body }), 'invalid_request', 'more than one Authorization');
  });

  test('the client is checked before the form', async () => {
    const stranger = new OAuthClient(libraries.service.url, { ...DISCOVERY, clientId: 'nobody' });
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
      await libraries.discovery.post(path, formFor(path), { 'content-type': type }),
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
    const answer = await libraries.discovery.post(path, formFor(path), { 'content-encoding': 'gzip' });
    expectRefusal(answer, 'UnsupportedMediaType');
  });

  test('a form that is too large is refused', async () => {
    const answer = await libraries.discovery.post(path, { ...formFor(path), more: 'x'.repeat(70_000) });
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

  test('a missing or empty form is refused, and the error names the first missing parameter', async () => {
    const missing = path === '/revoke' ? 'token is missing' : 'grant_type is missing';
    for (const form of ['', '&', '=', '&&=&'])
      expectOAuthRefusal(await libraries.discovery.post(path, form), 'invalid_request', /missing|twice/);
    expectOAuthRefusal(await libraries.discovery.post(path, ''), 'invalid_request', missing);
    const headers = [
      ['Authorization', basic(DISCOVERY)],
      ['Content-Length', '0'],
    ] as const;
    expectOAuthRefusal(await send(path, { headers }), 'invalid_request', missing);
  });

  test('a repeated parameter is refused, also with the same value, and the error does not repeat it', async () => {
    for (const name of [...Object.keys(formFor(path)), 'reader@example.org']) {
      const parameters: [string, string][] = [
        ...Object.entries(formFor(path)),
        [name, 'again'],
        [name, 'again'],
      ];
      const answer = await libraries.discovery.post(path, new URLSearchParams(parameters).toString());
      expectOAuthRefusal(answer, 'invalid_request', 'given twice');
      expect(answer.text).not.toContain('example.org');
    }
  });

  test('a NUL in a parameter is refused', async () => {
    for (const name of Object.keys(formFor(path)))
      expectOAuthRefusal(
        await libraries.discovery.post(path, { ...formFor(path), [name]: '\0' }),
        'invalid_request',
        'NUL',
      );
  });

  test('parameters in the URL are ignored', async () => {
    const query = new URLSearchParams(formFor(path)).toString();
    expectOAuthRefusal(await libraries.discovery.post(`${path}?${query}`, ''), 'invalid_request', 'missing');
  });

  test('only POST is allowed', async () => {
    const client = new PatronClient(libraries.service.url, '');
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await client.send(method, path);
      expectRefusal(answer, 'MethodNotAllowed');
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    }
    const options = await client.send('OPTIONS', path);
    expectNoContent(options);
    expect(options.headers.get('allow')).toBe('POST, OPTIONS');
  });

  test('a patron’s token does not authenticate a client', async () => {
    const token = await libraries.discovery.tokenOf(holder);
    const answer = await libraries.discovery.post(path, formFor(path), { authorization: `Bearer ${token}` });
    expectOAuthRefusal(answer, 'invalid_client');
  });
});

describe.each(GRANTS)('to %s', (path, grant) => {
  test.each(['authorization_code', 'refresh_token', 'Password', 'CLIENT_CREDENTIALS', ' '])(
    'the grant %j is unsupported',
    async (other) => {
      const answer = await libraries.discovery.post(path, { ...formFor(path), grant_type: other });
      expectOAuthRefusal(answer, 'unsupported_grant_type', `must be ${grant}`);
    },
  );

  test('the other endpoint’s grant is unsupported', async () => {
    const other = GRANTS.find(([address]) => address !== path)?.[1] ?? '';
    const answer = await libraries.discovery.post(path, { ...formFor(path), grant_type: other });
    expectOAuthRefusal(answer, 'unsupported_grant_type');
  });
});

describe('to /patrontoken', () => {
  test.each(['grant_type', 'username', 'password', 'scope'])(
    '%s is required and must not be empty',
    async (name) => {
      const answer = await libraries.discovery.post('/patrontoken', omit(formOf(holder), name));
      expectOAuthRefusal(answer, 'invalid_request', `${name} is missing`);
      expectOAuthRefusal(
        await libraries.discovery.signIn(holder, { [name]: '' }),
        'invalid_request',
        `${name} is missing`,
      );
    },
  );

  test.each([
    ['a word', 'all'],
    ['no library', 'authorizationname:main'],
    ['no number', 'websiteid: authorizationname:main'],
    ['a number apart', `websiteid: ${PIN_LIBRARY}`],
    ['letters', 'websiteid:city'],
    ['zero', 'websiteid:0'],
    ['a sign', `websiteid:+${PIN_LIBRARY}`],
    ['zeros in front', `websiteid:0${PIN_LIBRARY}`],
    ['a fraction', `websiteid:${PIN_LIBRARY}.0`],
    ['more behind', `websiteid:${PIN_LIBRARY}:${PIN_LIBRARY}`],
    ['a number too large', 'websiteid:2147483648'],
    ['a number of many digits', `websiteid:${'9'.repeat(5000)}`],
    ['other digits', 'websiteid:３７'],
    ['an equals sign', `websiteid=${PIN_LIBRARY}`],
    ['two libraries', `websiteid:${PIN_LIBRARY} websiteid:38`],
    ['a library twice', `websiteid:${PIN_LIBRARY} websiteid:${PIN_LIBRARY}`],
  ])('a scope with %s is invalid', async (_, scope) => {
    expectOAuthRefusal(
      await libraries.discovery.signIn(holder, { scope }),
      'invalid_scope',
      'must name one library',
    );
  });

  test('a refused request does not count as an attempt at the PIN', async () => {
    const patron = await libraries.addCardholder();
    for (let i = 0; i < 12; i++) {
      await libraries.discovery.signIn(patron, { scope: scopeOf(4000), password: 'wrong' });
      await libraries.discovery.signIn(patron, { grant_type: 'other', password: 'wrong' });
      await libraries.otherClient.signIn(patron, { password: 'wrong' });
    }
    expectToken(await libraries.discovery.signIn(patron), grantedScope(PIN_LIBRARY));
  });
});

function send(
  path: string,
  request: { headers: readonly (readonly [string, string])[]; body?: string | Buffer },
): Promise<RawAnswer> {
  return sendRaw(libraries.service.url, { method: 'POST', path, ...request });
}
