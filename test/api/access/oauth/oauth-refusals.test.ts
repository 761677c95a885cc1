import type { ErrorCode } from '../../../../src/domain/errors.js';
import { expectNoContent, expectRefusal } from '../../../support/answers.js';
import { type Answer, PatronClient } from '../../../support/client.js';
import {
  basic,
  type Cardholder,
  type ClientCredentials,
  FORM_TYPE,
  formOf,
  type FormValues,
  type OAuthClient,
  omit,
  grantedScope,
  scopeOf,
} from '../../../support/requests/oauth-client.js';
import { sendRaw } from '../../../support/requests/raw-request.js';
import { expectOAuthRefusal, expectToken } from '../../../support/access/oauth/oauth-answers.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';

let libraries: SignInLibraries;
let discovery: OAuthClient;
let own: ClientCredentials;
let holder: Cardholder;
let patronToken: string;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
  ({ discovery } = libraries);
  own = discovery.credentials;
  holder = await libraries.addCardholder();
  patronToken = await discovery.tokenOf(holder);
});

/** A valid form for each endpoint. */
function formFor(path: string): Record<string, string> {
  if (path === '/patrontoken') return formOf(holder);
  return path === '/token' ? { grant_type: 'client_credentials' } : { token: 'nobody-has-this-token' };
}

const encoded = (form: FormValues | [string, string][]): string => new URLSearchParams(form).toString();

/** With these headers and no others. */
const send = (path: string, headers: FormValues, body?: string | Buffer): Promise<Answer> =>
  sendRaw(libraries.service.url, {
    method: 'POST',
    path,
    headers: Object.entries(headers),
    ...(body === undefined ? {} : { body }),
  });

/** With the headers of a valid request, where these do not replace them. */
const post = (path: string, form: FormValues | string, headers?: FormValues): Promise<Answer> =>
  discovery.post(path, form, headers);

/** Values of the Authorization header. */
const WRONG_HEADERS: Readonly<Record<string, () => string>> = {
  'no value': () => '',
  'the scheme alone': () => 'Basic',
  'what is not base64': () => 'Basic !!!',
  'an id without a secret': () => `Basic ${Buffer.from(own.clientId).toString('base64')}`,
  'an empty secret': () => basic({ ...own, secret: '' }),
  'an empty id': () => basic({ ...own, clientId: '' }),
  'another secret': () => basic({ ...own, secret: 'another-secret-of-some-length' }),
  'more than the secret': () => basic({ ...own, secret: `${own.secret} ` }),
  'an unknown client': () => basic({ ...own, clientId: 'nobody' }),
  'an id in another case': () => basic({ ...own, clientId: own.clientId.toUpperCase() }),
  'an id with a NUL': () => basic({ ...own, clientId: `${own.clientId}\0` }),
  'an escaped NUL': () => basic({ ...own, clientId: `${own.clientId}%00` }),
  'another scheme': () => `Bearer ${own.secret}`,
  'a patron’s token': () => `Bearer ${patronToken}`,
};

const valid = (): string => basic(own);
const wrong = (): string => basic({ ...own, secret: 'wrong' });
const TYPE = { 'content-type': FORM_TYPE };

type Request = (path: string) => Promise<Answer>;

/** Credentials in the form alone, or none. */
const inForm =
  (form: () => FormValues): Request =>
  (path) =>
    send(path, TYPE, encoded({ ...formFor(path), ...form() }));

const asType =
  (type: string): Request =>
  (path) =>
    post(path, formFor(path), { 'content-type': type });

const ownInForm = (): FormValues => ({ client_id: own.clientId, client_secret: own.secret });

/** By the error, and what its message says. `FIRST` is the first parameter of the endpoint. */
const REFUSALS: Readonly<Record<string, Readonly<Record<string, Request>>>> = {
  invalid_client: {
    'no credentials': inForm(() => ({})),
    'a wrong secret in the form': inForm(() => ({ ...ownInForm(), client_secret: 'wrong' })),
    'an id alone in the form': inForm(() => omit(ownInForm(), 'client_secret')),
    'a secret alone in the form': inForm(() => omit(ownInForm(), 'client_id')),
    'a wrong header before credentials in the form': (path) =>
      post(path, { ...formFor(path), ...ownInForm() }, { authorization: wrong() }),
    'wrong credentials before a nonsensical form': (path) =>
      post(path, 'nonsense', { authorization: wrong(), 'content-type': 'text/plain' }),
  },
  'invalid_request: more than one Authorization': {
    'two headers, even with the same valid credentials': (path) =>
      send(path, { ...TYPE, Authorization: valid(), authorization: valid() }, encoded(formFor(path))),
  },
  'invalid_request: NUL': { 'a NUL in the id': inForm(() => ({ ...ownInForm(), client_id: '\0' })) },
  'invalid_request: FIRST is missing': {
    'an empty form': (path) => post(path, ''),
    'no form': (path) => send(path, { authorization: valid(), 'content-length': '0' }),
    'parameters in the URL alone': (path) => post(`${path}?${encoded(formFor(path))}`, ''),
  },
  [`UnsupportedMediaType: ${FORM_TYPE}`]: {
    'a form as JSON': asType('application/json'),
    'a form as text': asType('text/plain'),
    'a form in parts': asType('multipart/form-data; boundary=x'),
    'a form of another type': asType('application/x-www-form-urlencoded-not'),
    'a form in another charset': asType('application/x-www-form-urlencoded; charset=iso-8859-1'),
    'a form of a nonsensical type': asType('nonsense'),
  },
  UnsupportedMediaType: {
    'a form without a type': (path) => send(path, { authorization: valid() }, encoded(formFor(path))),
    'a compressed form': (path) => post(path, formFor(path), { 'content-encoding': 'gzip' }),
  },
  PayloadTooLarge: {
    'a form that is too large': (path) => post(path, { ...formFor(path), more: 'x'.repeat(70_000) }),
  },
  'InvalidRequestBody: UTF-8': {
    'a form that is not UTF-8': (path) =>
      send(path, { ...TYPE, authorization: valid() }, Buffer.from([0x61, 0x3d, 0xff, 0xfe])),
  },
};

const ROWS = Object.entries(REFUSALS).flatMap(([refusal, requests]) =>
  Object.entries(requests).map(([what, request]) => [what, refusal, request] as const),
);

describe.each(['/patrontoken', '/token', '/revoke'])('to %s', (path) => {
  test.each(ROWS)('%s is refused with %s', async (_, refusal, request) => {
    const [error = '', message = ''] = refusal.split(': ');
    const said = message.replace('FIRST', path === '/revoke' ? 'token' : 'grant_type');
    const answer = await request(path);
    if (/^[A-Z]/.test(error)) expectRefusal(answer, error as ErrorCode, said);
    else expectOAuthRefusal(answer, error, said);
  });

  test.each(Object.entries(WRONG_HEADERS))('a client with %s is refused', async (_, authorization) => {
    const headers = { ...TYPE, authorization: authorization() };
    expectOAuthRefusal(await send(path, headers, encoded(formFor(path))), 'invalid_client');
  });

  test('a form of separators is refused', async () => {
    for (const form of ['&', '=', '&&=&'])
      expectOAuthRefusal(await post(path, form), 'invalid_request', /missing|twice/);
  });

  test('a repeated parameter is refused, also with the same value, and the error does not repeat it', async () => {
    for (const name of [...Object.keys(formFor(path)), 'reader@example.org']) {
      const twice = Array<[string, string]>(2).fill([name, 'again']);
      const answer = await post(path, encoded([...Object.entries(formFor(path)), ...twice]));
      expectOAuthRefusal(answer, 'invalid_request', 'given twice');
      expect(answer.text).not.toContain('example.org');
    }
  });

  test('a NUL in a parameter is refused', async () => {
    for (const name of Object.keys(formFor(path)))
      expectOAuthRefusal(await post(path, { ...formFor(path), [name]: '\0' }), 'invalid_request', 'NUL');
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
});

test.each([
  ['/patrontoken', 'password', 'client_credentials'],
  ['/token', 'client_credentials', 'password'],
])('to %s, a grant other than %s is unsupported', async (path, grant, foreign) => {
  for (const grant_type of ['authorization_code', 'refresh_token', grant.toUpperCase(), ' ', foreign]) {
    const answer = await post(path, { ...formFor(path), grant_type });
    expectOAuthRefusal(answer, 'unsupported_grant_type', `must be ${grant}`);
  }
});

test('to /patrontoken, every parameter is required and must not be empty', async () => {
  for (const name of ['grant_type', 'username', 'password', 'scope'])
    for (const form of [omit(formOf(holder), name), { ...formOf(holder), [name]: '' }])
      expectOAuthRefusal(await post('/patrontoken', form), 'invalid_request', `${name} is missing`);
});

test('to /patrontoken, a scope must name one library, by its number', async () => {
  const id = libraries.pinLibrary;
  for (const scope of [
    ...['all', 'authorizationname:main', 'websiteid: authorizationname:main', `websiteid: ${id}`],
    ...['websiteid:city', 'websiteid:0', `websiteid:+${id}`, `websiteid:0${id}`, `websiteid:${id}.0`],
    ...[`websiteid:${id}:${id}`, 'websiteid:2147483648', `websiteid:${'9'.repeat(5000)}`, 'websiteid:３７'],
    ...[`websiteid=${id}`, `websiteid:${id} websiteid:${id}`, `${scopeOf(id)} websiteid:1`],
  ]) {
    const answer = await discovery.signIn(holder, { scope });
    expect([scope, answer.status]).toEqual([scope, 400]);
    expectOAuthRefusal(answer, 'invalid_scope', 'must name one library');
  }
});

test('to /patrontoken, a refused request does not count as an attempt at the PIN', async () => {
  const patron = await libraries.addCardholder();
  for (let i = 0; i < 12; i++) {
    await discovery.signIn(patron, { scope: scopeOf(4_000_000), password: 'wrong' });
    await discovery.signIn(patron, { grant_type: 'other', password: 'wrong' });
    await libraries.otherClient.signIn(patron, { password: 'wrong' });
  }
  expectToken(await discovery.signIn(patron), grantedScope(libraries.pinLibrary));
});
