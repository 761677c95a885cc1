import { addAccount } from '../../../../src/staff/accounts/accounts.js';
import { ConsoleClient, rowsOf } from '../../../support/console/console-client.js';
import { metricsOf } from '../../../support/metrics.js';
import { smallLibrary } from '../../../support/records.js';
import { freePort } from '../../../support/free-port.js';
import { PUBLIC_URL, type ServiceUnderTest, startService } from '../../../support/service.js';
import {
  CLIENT,
  OrganizationsProvider,
  OTHER_KEYS,
  type Person,
} from '../../../support/staff/identity-provider.js';
import { addMember as addWithPassword, Browser, sendBack } from '../../../support/staff/staff-members.js';

const CALLBACK = '/console/sign-in/callback';
const HERE = { 'Sec-Fetch-Site': 'same-origin' };
/** As of a browser that the provider sends back. */
const ELSEWHERE = { 'Sec-Fetch-Site': 'cross-site' };

let provider: OrganizationsProvider;
let service: ServiceUnderTest;
let number = 0;
const settingsFor = (issuer: string): Record<string, string> => ({
  STAFF_OIDC_ISSUER: issuer,
  STAFF_OIDC_CLIENT_ID: CLIENT.id,
  STAFF_OIDC_CLIENT_SECRET: CLIENT.secret,
});
beforeAll(async () => {
  provider = await OrganizationsProvider.start(`${PUBLIC_URL}${CALLBACK}`);
  service = await startService(smallLibrary(0, []), settingsFor(provider.issuer));
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

function somebody(members: Partial<Person> = {}): Person {
  number += 1;
  return { sub: `subject-${number}`, email: `person${number}@example.org`, email_verified: true, ...members };
}

async function addMember(
  identity: { oidcSubject?: string; email?: string },
  { database } = service,
): Promise<void> {
  number += 1;
  await addAccount(database, { name: `member${number}`, roles: ['desk'], websiteId: 37, ...identity });
}

/** Somebody who has an account, with a browser. */
async function member(): Promise<[Person, Browser]> {
  const person = somebody();
  await addMember({ oidcSubject: person.sub });
  return [person, new Browser(service.url, ELSEWHERE)];
}

/** Follows the link of the page to the provider, and there signs in as `person`. @returns where the provider sends back to */
async function comeBackAs(person: Person, browser: Browser, to = ''): Promise<string> {
  provider.person = person;
  const start = `/console/sign-in/provider${to && `?to=${encodeURIComponent(to)}`}`;
  const begun = await browser.send('GET', start, undefined, HERE);
  expect(begun.status).toBe(303);
  const address = await sendBack(provider, begun.headers.get('location') ?? '');
  expect(address.startsWith(`${PUBLIC_URL}${CALLBACK}?`)).toBe(true);
  return address.slice(PUBLIC_URL.length);
}

describe('whoever the identity provider vouches for is signed in', () => {
  test('by the subject, and gets to the page that was asked for', async () => {
    const [[person, browser], to] = [await member(), '/console/libraries/37/mail'];
    const signIn = await browser.get(`/console/sign-in?to=${to}`);
    expect(signIn.text).toContain(`href="/console/sign-in/provider?to=${encodeURIComponent(to)}"`);
    const { status, headers } = await browser.get(await comeBackAs(person, browser, to));
    expect([status, headers.get('location')]).toEqual([303, to]);
    expect(await browser.isSignedIn()).toBe(true);
  });

  test('by a verified e-mail address, in whatever case, which from then on belongs to the subject', async () => {
    const person = somebody({ email: 'Ada@Example.org' });
    await addMember({ email: 'ada@EXAMPLE.org' });
    const newBrowser = (): Browser => new Browser(service.url, ELSEWHERE);
    const [first, renamed, successor] = [newBrowser(), newBrowser(), newBrowser()];
    expect((await first.get(await comeBackAs(person, first))).headers.get('location')).toBe('/console');
    await renamed.get(await comeBackAs({ ...person, email: 'ada.new@example.org' }, renamed));
    expect(await renamed.isSignedIn()).toBe(true);
    const answer = await successor.get(await comeBackAs(somebody({ email: 'ada@example.org' }), successor));
    expect([answer.status, await successor.isSignedIn()]).toEqual([403, false]);
  });
});

describe('nobody is signed in', () => {
  const NO_ACCOUNT = [403, expect.stringContaining('There is no account for you here'), false];
  const NOT_SIGNED_IN = [422, expect.stringContaining('did not sign you in'), false];
  async function outcomeOf(browser: Browser, path: string): Promise<unknown[]> {
    const { status, text } = await browser.get(path);
    return [status, text, await browser.isSignedIn()];
  }

  test.each<[string, Partial<Person>, (person: Person) => Promise<void> | void]>([
    ['without an account: none is made', {}, () => undefined],
    ['by an address that is not verified', { email_verified: false }, ({ email }) => addMember({ email })],
    [
      'by the subject of an account that is bound to another provider',
      {},
      async ({ sub: oidcSubject }) => {
        await addMember({ oidcSubject });
        const data = { oidcIssuer: 'https://former.example.org' };
        await service.database.prisma.staff.updateMany({ where: { oidcSubject }, data });
      },
    ],
  ])('%s', async (_, members, prepare) => {
    const [browser, person] = [new Browser(service.url, ELSEWHERE), somebody(members)];
    await prepare(person);
    expect(await outcomeOf(browser, await comeBackAs(person, browser))).toEqual(NO_ACCOUNT);
  });

  test('with the answer that another browser has got', async () => {
    const [[person, browser], other] = [await member(), new Browser(service.url, ELSEWHERE)];
    const path = await comeBackAs(person, browser);
    expect(await outcomeOf(other, path)).toEqual(NOT_SIGNED_IN);
    await comeBackAs(person, other);
    expect(await outcomeOf(other, path)).toEqual(NOT_SIGNED_IN);
  });

  const WRONG = ['{"state":7,"nonce":"n","verifier":"v"}', '{"state":"","nonce":"","verifier":""}'];
  test.each(['null', '7', '[]', '{', ...WRONG])('with the cookie %s', async (kept) => {
    const [person, browser] = await member();
    const path = await comeBackAs(person, browser);
    const Cookie = `holdfast-sign-in=${Buffer.from(kept).toString('base64url')}`;
    const answer = await browser.send('GET', path, undefined, { ...ELSEWHERE, Cookie });
    expect([answer.status, await browser.isSignedIn()]).toEqual([422, false]);
  });

  test.each<[string, Partial<Person>, number]>([
    ['a subject with NUL', { sub: 'a\0b' }, 422],
    ['a subject with half a surrogate pair', { sub: '\ud800' }, 422],
    ['an address with NUL', { email: 'a\0b@example.org' }, 403],
  ])('with %s', async (_, members, status) => {
    const browser = new Browser(service.url, ELSEWHERE);
    expect((await browser.get(await comeBackAs(somebody(members), browser))).status).toBe(status);
  });

  test.each<[string, object | null]>([
    ['null', null],
    ['a list', []],
    ['no tokens', {}],
    ['tokens that are none', { access_token: 7, token_type: null, id_token: {} }],
    ['more than 256 KB', { access_token: 'x'.repeat(256 * 1024), token_type: 'bearer' }],
  ])('when the provider answers with %s instead of tokens', async (_, answer) => {
    const [person, browser] = await member();
    const path = await comeBackAs(person, browser);
    provider.instead = { '/token': answer };
    try {
      expect(await outcomeOf(browser, path)).toEqual(NOT_SIGNED_IN);
    } finally {
      provider.instead = {};
    }
  });

  test('with the same answer twice', async () => {
    const [person, browser] = await member();
    const path = await comeBackAs(person, browser);
    await browser.get(path);
    await browser.post('/console/sign-out', {}, HERE);
    expect(await outcomeOf(browser, path)).toEqual(NOT_SIGNED_IN);
  });

  test.each<[string, (query: URLSearchParams) => void]>([
    ['with another state', (query) => query.set('state', 'another')],
    ['with another code', (query) => query.set('code', 'another')],
    ['when the person changes their mind at the provider', (query) => query.set('error', 'access_denied')],
  ])('%s', async (_, change) => {
    const [person, browser] = await member();
    const address = new URL(await comeBackAs(person, browser), PUBLIC_URL);
    change(address.searchParams);
    expect(await outcomeOf(browser, `${CALLBACK}${address.search}`)).toEqual(NOT_SIGNED_IN);
  });
});

test('what came of it is counted', async () => {
  const counted = async (): Promise<number[]> => {
    const metrics = await metricsOf(service.url);
    return ['success', 'refused'].map(
      (outcome) => metrics.get(`holdfast_staff_sign_ins_total{method="provider",outcome="${outcome}"}`) ?? 0,
    );
  };
  const [success = 0, refused = 0] = await counted();
  const [person, browser] = await member();
  const path = await comeBackAs(person, browser);
  await browser.get(path);
  for (let times = 0; times < 2; times++) await new Browser(service.url, ELSEWHERE).get(path);
  expect(await counted()).toEqual([success + 1, refused + 2]);
});

test.each(['cross-site', 'same-site'])('a %s page cannot begin a sign-in', async (site) => {
  const browser = new Browser(service.url, { 'Sec-Fetch-Site': site });
  const { status, headers } = await browser.get('/console/sign-in/provider');
  expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([403, null, []]);
});

test('an administrator adds an account with an address, and without a password', async () => {
  const accounts = '/console/libraries/37/accounts';
  const admin = await ConsoleClient.signIn({ service, websiteId: 37 });
  const added = await admin.submit(accounts, { name: 'cy', email: ' Cy@example.org ', desk: 'true' });
  expect(added.text).toContain('cy is added.');
  const row = rowsOf(added).find(([name]) => name === 'cy');
  expect(row?.slice(1, 3)).toEqual(['desk', 'the account of the organization']);
  const refused = await admin.submit(accounts, { name: 'di', email: 'at home', desk: 'true' });
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('This must be one e-mail address'),
  ]);
  expect(refused.html).toContain('value="at home"');
});

test('while the provider cannot be reached, or tells no addresses, the answer is 503; where passwords are turned off, they are neither asked for nor accepted', async () => {
  const port = await freePort();
  const settings = { ...settingsFor(`http://127.0.0.1:${port}`), STAFF_PASSWORDS: 'false' };
  const other = await startService(smallLibrary(0, []), settings);
  const toProvider = async (): Promise<number> =>
    (await new Browser(other.url).get('/console/sign-in/provider')).status;
  expect(await toProvider()).toBe(503);
  const late = await OrganizationsProvider.start(`${PUBLIC_URL}${CALLBACK}`, port);
  const { issuer } = late;
  for (const told of [null, [], {}, { issuer: 7 }, { issuer }, { issuer, authorization_endpoint: null }]) {
    late.instead = { '/.well-known/openid-configuration': told };
    expect([told, await toProvider()]).toEqual([told, 503]);
  }
  late.instead = {};
  expect(await toProvider()).toBe(303);

  await addWithPassword(other, 'ada', ['desk']);
  const browser = new Browser(other.url);
  const page = (await browser.get('/console/sign-in')).text;
  expect(page).not.toContain('type="password"');
  expect(page).toContain('/console/sign-in/provider');
  expect((await browser.signIn('ada')).status).toBe(403);
  expect(await browser.isSignedIn()).toBe(false);
  await other.close();
  await late.stop();
});

test('an ID token that another key has signed signs nobody in, although it comes from the provider', async () => {
  const other = await startService(smallLibrary(0, []), settingsFor(provider.issuer));
  provider.instead = { '/jwks': OTHER_KEYS };
  try {
    const person = somebody();
    await addMember({ oidcSubject: person.sub }, other);
    const browser = new Browser(other.url, ELSEWHERE);
    const answer = await browser.get(await comeBackAs(person, browser));
    expect([answer.status, await browser.isSignedIn()]).toEqual([422, false]);
  } finally {
    provider.instead = {};
    await other.close();
  }
});

test('a sign-out leads on to the sign-out at the provider, once, and only whom the provider has signed in', async () => {
  const leave = async (browser: Browser): Promise<string> => {
    const left = await browser.post('/console/sign-out', {}, HERE);
    expect([left.status, await browser.isSignedIn()]).toEqual([303, false]);
    return left.headers.get('location') ?? '';
  };
  const [person, browser] = await member();
  expect((await browser.get('/console/sign-in')).text).not.toContain('sign out there too');
  expect(await leave(browser)).toBe('/console/sign-in');
  await browser.get(await comeBackAs(person, browser));
  const { text } = await browser.get(await leave(browser));
  const [, link = ''] = /<a href="([^"]+)">sign out there too<\/a>/.exec(text) ?? [];
  const address = new URL(link.replaceAll('&amp;', '&'));
  expect(`${address.origin}${address.pathname}`).toBe(`${provider.issuer}/session/end`);
  expect(address.searchParams.get('client_id')).toBe(CLIENT.id);
  expect((await fetch(address)).status).toBe(200);
  expect(await leave(browser)).toBe('/console/sign-in');
});
