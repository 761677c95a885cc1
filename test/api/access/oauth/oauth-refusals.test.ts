import { expectNoContent, expectRefusal } from '../../../support/answers.js';
import { PatronClient } from '../../../support/client.js';
import {
  basic,
  type Cardholder,
  type ClientCredentials,
  FORM_TYPE,
  formOf,
  type OAuthClient,
  omit,
  grantedScope,
  scopeOf,
} from '../../../support/requests/oauth-client.js';
import { type RawAnswer, sendRaw } from '../../../support/requests/raw-request.js';
import { expectOAuthRefusal, expectToken } from '../../../support/access/oauth/oauth-answers.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';

const ENDPOINTS = ['/patrontoken', '/token', '/revoke'] as const;
const GRANTS = [
  ['/patrontoken', 'password'],
  ['/token', 'client_credentials'],
] as const;

let libraries: SignInLibraries;
let discovery: OAuthClient;
let credentials: ClientCredentials;
let holder: Cardholder;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
  ({ discovery } = libraries);
  ({ credentials } = discovery);
  holder = await libraries.addCardholder();
});
afterAll(() => libraries.close());

/** A valid form for each endpoint. */
function formFor(path: string): Record<string, string> {
  if (path === '/patrontoken') return formOf(holder);
  return path === '/token' ? { grant_type: 'client_credentials' } : { token: 'nobody-has-this-token' };
}

function send(
  path: string,
  headers: readonly (readonly [string, string])[],
  body?: string | Buffer,
): Promise<RawAnswer> {
  return sendRaw(libraries.service.url, {
    method: 'POST',
    path,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

const encoded = (form: Readonly<Record<string, string>>): string => new URLSearchParams(form).toString();
const TYPE = ['Content-Type', FORM_TYPE] as const;

const withCredentials = (changed: Partial<ClientCredentials>) => (): string =>
  basic({ ...credentials, ...changed });

/** Values of the Authorization header. */
const WRONG_HEADERS: Readonly<Record<string, () => string | undefined>> = {
  'no credentials': () => undefined,
  'no value': () => '',
  'the scheme alone': () => 'Basic',
  'what is not base64': () => 'Basic !!!',
  'an id without a secret': () => `Basic ${Buffer.from(credentials.clientId).toString('base64')}`,
  'an empty secret': withCredentials({ secret: '' }),
  'an empty id': withCredentials({ clientId: '' }),
  'another secret': withCredentials({ secret: 'another-secret-of-some-length' }),
  'more than the secret': () => basic({ ...credentials, secret: `${credentials.secret} ` }),
  'an unknown client': withCredentials({ clientId: 'nobody' }),
  'an id in another case': () => basic({ ...credentials, clientId: credentials.clientId.toUpperCase() }),
  'an id with a NUL': () => basic({ ...credentials, clientId: `${credentials.clientId}\0` }),
  'an escaped NUL': () => basic({ ...credentials, clientId: `${credentials.clientId}%00` }),
  'another scheme': () => `Bearer ${credentials.secret}`,
};

describe.each(ENDPOINTS)('to %s', (path) => {
  test('wrong credentials are refused as invalid_client', async () => {
    for (const [what, value] of Object.entries(WRONG_HEADERS)) {
      const authorization = value();
      const headers = [
        TYPE,
        ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
      ];
      const answer = await send(path, headers, encoded(formFor(path)));
      expect([what, answer.body.error]).toEqual([what, 'invalid_client']);
      expectOAuthRefusal(answer, 'invalid_client');
    }
  });

  test('wrong credentials in the form are refused', async () => {
    const { clientId: client_id, secret: client_secret } = credentials;
    for (const [error, wrong] of [
      ['invalid_client', { client_id, client_secret: 'wrong' }],
      ['invalid_client', { client_id }],
      ['invalid_client', { client_secret }],
      ['invalid_request', { client_id: `${client_id}\0`, client_secret }],
    ] as const)
      expectOAuthRefusal(await send(path, [TYPE], encoded({ ...formFor(path), ...wrong })), error);
  });

  test('a header goes before credentials in the form', async () => {
    const { clientId: client_id, secret: client_secret } = credentials;
    const authorization = basic({ ...credentials, secret: 'wrong' });
    const answer = await discovery.post(
      path,
      { ...formFor(path), client_id, client_secret },
      { authorization },
    );
    expectOAuthRefusal(answer, 'invalid_client');
  });

  test('two Authorization headers are refused, even with the same valid credentials', async () => {
    const authorization = ['Authorization', basic(credentials)] as const;
    const answer = await send(path, [TYPE, authorization, authorization], encoded(formFor(path)));
    expectOAuthRefusal(answer, 'invalid_request', 'more than one Authorization');
  });

  test('the client is checked before the form', async () => {
    const authorization = basic({ ...credentials, clientId: 'nobody' });
    const answer = await discovery.post(path, 'nonsense', { authorization, 'content-type': 'text/plain' });
    expectOAuthRefusal(answer, 'invalid_client');
  });

  test('a form of another type, without a type, or compressed is refused as UnsupportedMediaType', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded-not',
      'application/x-www-form-urlencoded; charset=iso-8859-1',
      'nonsense',
    ]) {
      const answer = await discovery.post(path, formFor(path), { 'content-type': type });
      expectRefusal(answer, 'UnsupportedMediaType', FORM_TYPE);
    }
    const authorization = ['Authorization', basic(credentials)] as const;
    expectRefusal(await send(path, [authorization], encoded(formFor(path))), 'UnsupportedMediaType');
    const compressed = await discovery.post(path, formFor(path), { 'content-encoding': 'gzip' });
    expectRefusal(compressed, 'UnsupportedMediaType');
  });

  test('a form that is too large is refused', async () => {
    const answer = await discovery.post(path, { ...formFor(path), more: 'x'.repeat(70_000) });
    expectRefusal(answer, 'PayloadTooLarge');
  });

  test('a form that is not UTF-8 is refused', async () => {
    const authorization = ['Authorization', basic(credentials)] as const;
    const answer = await send(path, [authorization, TYPE], Buffer.from([0x61, 0x3d, 0xff, 0xfe]));
    expectRefusal(answer, 'InvalidRequestBody', 'UTF-8');
  });

  test('a missing or empty form is refused, and the error names the first missing parameter', async () => {
    const missing = path === '/revoke' ? 'token is missing' : 'grant_type is missing';
    for (const form of ['', '&', '=', '&&=&'])
      expectOAuthRefusal(await discovery.post(path, form), 'invalid_request', /missing|twice/);
    expectOAuthRefusal(await discovery.post(path, ''), 'invalid_request', missing);
    const noBody = await send(path, [
      ['Authorization', basic(credentials)],
      ['Content-Length', '0'],
    ]);
    expectOAuthRefusal(noBody, 'invalid_request', missing);
  });

  test('a repeated parameter is refused, also with the same value, and the error does not repeat it', async () => {
    for (const name of [...Object.keys(formFor(path)), 'reader@example.org']) {
      const parameters: [string, string][] = [
        ...Object.entries(formFor(path)),
        [name, 'again'],
        [name, 'again'],
      ];
      const answer = await discovery.post(path, new URLSearchParams(parameters).toString());
      expectOAuthRefusal(answer, 'invalid_request', 'given twice');
      expect(answer.text).not.toContain('example.org');
    }
  });

  test('a NUL in a parameter is refused', async () => {
    for (const name of Object.keys(formFor(path)))
      expectOAuthRefusal(
        await discovery.post(path, { ...formFor(path), [name]: '\0' }),
        'invalid_request',
        'NUL',
      );
  });

  test('parameters in the URL are ignored', async () => {
    const answer = await discovery.post(`${path}?${encoded(formFor(path))}`, '');
    expectOAuthRefusal(answer, 'invalid_request', 'missing');
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
    const token = await discovery.tokenOf(holder);
    const answer = await discovery.post(path, formFor(path), { authorization: `Bearer ${token}` });
    expectOAuthRefusal(answer, 'invalid_client');
  });
});

test.each(GRANTS)('to %s, a grant other than %s is unsupported', async (path, grant) => {
  const foreign = GRANTS.map(([, each]) => each).filter((each) => each !== grant);
  for (const grant_type of [
    'authorization_code',
    'refresh_token',
    'Password',
    'CLIENT_CREDENTIALS',
    ' ',
    ...foreign,
  ]) {
    const answer = await discovery.post(path, { ...formFor(path), grant_type });
    expectOAuthRefusal(answer, 'unsupported_grant_type', `must be ${grant}`);
  }
});

describe('to /patrontoken', () => {
  test.each(['grant_type', 'username', 'password', 'scope'])(
    '%s is required and must not be empty',
    async (name) => {
      const answer = await discovery.post('/patrontoken', omit(formOf(holder), name));
      expectOAuthRefusal(answer, 'invalid_request', `${name} is missing`);
      expectOAuthRefusal(
        await discovery.signIn(holder, { [name]: '' }),
        'invalid_request',
        `${name} is missing`,
      );
    },
  );

  test('a scope must name one library, by its number', async () => {
    const id = libraries.pinLibrary;
    for (const scope of [
      'all',
      'authorizationname:main',
      'websiteid: authorizationname:main',
      `websiteid: ${id}`,
      'websiteid:city',
      'websiteid:0',
      `websiteid:+${id}`,
      `websiteid:0${id}`,
      `websiteid:${id}.0`,
      `websiteid:${id}:${id}`,
      'websiteid:2147483648',
      `websiteid:${'9'.repeat(5000)}`,
      'websiteid:３７',
      `websiteid=${id}`,
      `websiteid:${id} websiteid:${libraries.noPinLibrary}`,
      `websiteid:${id} websiteid:${id}`,
    ]) {
      const answer = await discovery.signIn(holder, { scope });
      expect([scope, answer.status]).toEqual([scope, 400]);
      expectOAuthRefusal(answer, 'invalid_scope', 'must name one library');
    }
  });

  test('a refused request does not count as an attempt at the PIN', async () => {
    const patron = await libraries.addCardholder();
    for (let i = 0; i < 12; i++) {
      await discovery.signIn(patron, { scope: scopeOf(4000), password: 'wrong' });
      await discovery.signIn(patron, { grant_type: 'other', password: 'wrong' });
      await libraries.otherClient.signIn(patron, { password: 'wrong' });
    }
    expectToken(await discovery.signIn(patron), grantedScope(libraries.pinLibrary));
  });
});
