import { addAccount } from '../../../src/staff/accounts/accounts.js';
import { metricsOf } from '../../support/metrics.js';
import { smallLibrary } from '../../support/records.js';
import { freePort } from '../../support/free-port.js';
import { PUBLIC_URL, type ServiceUnderTest, startService } from '../../support/service.js';
import { CLIENT, OrganizationsProvider, type Person } from '../../support/staff/identity-provider.js';
import { Browser, sendBack } from '../../support/staff/staff-members.js';

const CALLBACK = '/console/sign-in/callback';

let provider: OrganizationsProvider;
let service: ServiceUnderTest;
let number = 0;
beforeAll(async () => {
  provider = await OrganizationsProvider.start(`${PUBLIC_URL}${CALLBACK}`);
  service = await startService(smallLibrary(1, [1]), {
    STAFF_OIDC_ISSUER: provider.issuer,
    STAFF_OIDC_CLIENT_ID: CLIENT.id,
    STAFF_OIDC_CLIENT_SECRET: CLIENT.secret,
  });
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

function somebody(members: Partial<Person> = {}): Person {
  number += 1;
  return { sub: `subject-${number}`, email: `person${number}@example.org`, email_verified: true, ...members };
}

async function addMember(identity: { oidcSubject?: string; email?: string }): Promise<void> {
  number += 1;
  await addAccount(service.database, {
    name: `member${number}`,
    roles: ['desk'],
    websiteId: 37,
    ...identity,
  });
}

/** Comes from another page, as a browser that the provider sends back. */
const browserFromElsewhere = (): Browser => new Browser(service.url, { 'Sec-Fetch-Site': 'cross-site' });

/** Follows the link of the page to the provider, and there signs in as `person`. @returns where the provider sends back to */
async function comeBackAs(person: Person, browser: Browser, to = ''): Promise<string> {
  provider.person = person;
  const start = `/console/sign-in/provider${to && `?to=${encodeURIComponent(to)}`}`;
  const begun = await browser.send('GET', start, undefined, { 'Sec-Fetch-Site': 'same-origin' });
  expect(begun.status).toBe(303);
  const address = await sendBack(provider, begun.headers.get('location') ?? '');
  expect(address.startsWith(`${PUBLIC_URL}${CALLBACK}?`)).toBe(true);
  return address.slice(PUBLIC_URL.length);
}

describe('whoever the identity provider vouches for is signed in', () => {
  test('by the subject, and gets to the page that was asked for', async () => {
    const [browser, person] = [browserFromElsewhere(), somebody()];
    await addMember({ oidcSubject: person.sub });
    const { status, headers } = await browser.get(
      await comeBackAs(person, browser, '/console/libraries/37/mail'),
    );
    expect([status, headers.get('location')]).toEqual([303, '/console/libraries/37/mail']);
    expect(await browser.isSignedIn()).toBe(true);
  });

  test('by a verified e-mail address, in whatever case, which from then on belongs to the subject', async () => {
    const person = somebody({ email: 'Ada@Example.org' });
    await addMember({ email: 'ada@EXAMPLE.org' });
    const first = browserFromElsewhere();
    expect((await first.get(await comeBackAs(person, first))).headers.get('location')).toBe('/console');
    const renamed = browserFromElsewhere();
    await renamed.get(await comeBackAs({ ...person, email: 'ada.new@example.org' }, renamed));
    expect(await renamed.isSignedIn()).toBe(true);
    const successor = browserFromElsewhere();
    const answer = await successor.get(await comeBackAs(somebody({ email: 'ada@example.org' }), successor));
    expect([answer.status, await successor.isSignedIn()]).toEqual([403, false]);
  });
});

describe('nobody is signed in', () => {
  async function expectRefused(
    browser: Browser,
    path: string,
    status: number,
    reason: string,
  ): Promise<void> {
    const answer = await browser.get(path);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(reason)]);
    expect(await browser.isSignedIn()).toBe(false);
  }

  test('without an account: none is made', async () => {
    const browser = browserFromElsewhere();
    await expectRefused(
      browser,
      await comeBackAs(somebody(), browser),
      403,
      'There is no account for you here',
    );
  });

  test('by an e-mail address that the provider has not verified', async () => {
    const [browser, person] = [browserFromElsewhere(), somebody({ email_verified: false })];
    await addMember({ email: person.email });
    await expectRefused(browser, await comeBackAs(person, browser), 403, 'There is no account for you here');
  });

  test('by the subject of an account that is bound to another provider', async () => {
    const [browser, person] = [browserFromElsewhere(), somebody()];
    await addMember({ oidcSubject: person.sub });
    const oidcIssuer = 'https://former.example.org';
    await service.database.prisma.staff.updateMany({
      where: { oidcSubject: person.sub },
      data: { oidcIssuer },
    });
    await expectRefused(browser, await comeBackAs(person, browser), 403, 'There is no account for you here');
  });

  test('with the answer that another browser has got', async () => {
    const [browser, other, person] = [browserFromElsewhere(), browserFromElsewhere(), somebody()];
    await addMember({ oidcSubject: person.sub });
    const path = await comeBackAs(person, browser);
    await expectRefused(other, path, 422, 'did not sign you in');
    await comeBackAs(person, other);
    await expectRefused(other, path, 422, 'did not sign you in');
  });

  test('with the same answer twice', async () => {
    const [browser, person] = [browserFromElsewhere(), somebody()];
    await addMember({ oidcSubject: person.sub });
    const path = await comeBackAs(person, browser);
    await browser.get(path);
    await browser.post('/console/sign-out', {}, { 'Sec-Fetch-Site': 'same-origin' });
    await expectRefused(browser, path, 422, 'did not sign you in');
  });

  test.each(['state', 'code'])('with another %s', async (name) => {
    const [browser, person] = [browserFromElsewhere(), somebody()];
    await addMember({ oidcSubject: person.sub });
    const address = new URL(await comeBackAs(person, browser), PUBLIC_URL);
    address.searchParams.set(name, 'another');
    await expectRefused(browser, `${CALLBACK}${address.search}`, 422, 'did not sign you in');
  });

  test('when the person changes their mind at the provider', async () => {
    const browser = browserFromElsewhere();
    const address = new URL(await comeBackAs(somebody(), browser), PUBLIC_URL);
    const state = address.searchParams.get('state') ?? '';
    const iss = encodeURIComponent(provider.issuer);
    const path = `${CALLBACK}?error=access_denied&state=${state}&iss=${iss}`;
    await expectRefused(browser, path, 422, 'did not sign you in');
  });
});

test('what came of it is counted', async () => {
  const counted = async (): Promise<(number | undefined)[]> => {
    const metrics = await metricsOf(service.url);
    return ['success', 'refused'].map((outcome) =>
      metrics.get(`holdfast_staff_sign_ins_total{method="provider",outcome="${outcome}"}`),
    );
  };
  const [success = 0, refused = 0] = await counted();
  const [browser, person] = [browserFromElsewhere(), somebody()];
  await addMember({ oidcSubject: person.sub });
  const path = await comeBackAs(person, browser);
  await browser.get(path);
  await browserFromElsewhere().get(path);
  await browserFromElsewhere().get(path);
  expect(await counted()).toEqual([success + 1, refused + 2]);
});

test('the page offers it only where a provider is set', async () => {
  const browser = new Browser(service.url);
  expect((await browser.get('/console/sign-in?to=/console/x')).text).toContain(
    'href="/console/sign-in/provider?to=%2Fconsole%2Fx"',
  );
});

test('while the provider cannot be reached, the answer is 503, and later it works', async () => {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const settings = {
    STAFF_OIDC_ISSUER: issuer,
    STAFF_OIDC_CLIENT_ID: CLIENT.id,
    STAFF_OIDC_CLIENT_SECRET: CLIENT.secret,
  };
  const other = await startService(smallLibrary(1, [1]), settings);
  const toProvider = async (): Promise<number> =>
    (await new Browser(other.url).get('/console/sign-in/provider')).status;
  expect(await toProvider()).toBe(503);
  const late = await OrganizationsProvider.start(`${PUBLIC_URL}${CALLBACK}`, port);
  expect(await toProvider()).toBe(303);
  await other.close();
  await late.stop();
});

test.each(['cross-site', 'same-site'])('a %s page cannot begin a sign-in', async (site) => {
  const browser = new Browser(service.url, { 'Sec-Fetch-Site': site });
  const { status, headers } = await browser.get('/console/sign-in/provider');
  expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([403, null, []]);
});

test('an ID token that another key has signed signs nobody in, although it comes from the provider', async () => {
  const other = await startService(smallLibrary(1, [1]), {
    STAFF_OIDC_ISSUER: provider.issuer,
    STAFF_OIDC_CLIENT_ID: CLIENT.id,
    STAFF_OIDC_CLIENT_SECRET: CLIENT.secret,
  });
  try {
    provider.publishesOtherKeys = true;
    const person = somebody();
    await addAccount(other.database, {
      name: 'eve',
      roles: ['desk'],
      websiteId: 37,
      oidcSubject: person.sub,
    });
    const browser = new Browser(other.url, { 'Sec-Fetch-Site': 'cross-site' });
    const answer = await browser.get(await comeBackAs(person, browser));
    expect([answer.status, await browser.isSignedIn()]).toEqual([422, false]);
    provider.publishesOtherKeys = false;
  } finally {
    await other.close();
  }
});

describe('a sign-out', () => {
  const leave = async (browser: Browser): Promise<string> => {
    const left = await browser.post('/console/sign-out', {}, { 'Sec-Fetch-Site': 'same-origin' });
    expect([left.status, await browser.isSignedIn()]).toEqual([303, false]);
    return left.headers.get('location') ?? '';
  };

  test('of somebody whom the provider has signed in leads on to the sign-out there, once', async () => {
    const [browser, person] = [browserFromElsewhere(), somebody()];
    await addMember({ oidcSubject: person.sub });
    await browser.get(await comeBackAs(person, browser));
    const { text } = await browser.get(await leave(browser));
    const [, link = ''] = /<a href="([^"]+)">sign out there too<\/a>/.exec(text) ?? [];
    const address = new URL(link.replaceAll('&amp;', '&'));
    expect(`${address.origin}${address.pathname}`).toBe(`${provider.issuer}/session/end`);
    expect(address.searchParams.get('client_id')).toBe(CLIENT.id);
    expect((await fetch(address)).status).toBe(200);
    expect(await leave(browser)).toBe('/console/sign-in');
  });

  test('shows no way out of the provider to others', async () => {
    const browser = browserFromElsewhere();
    expect((await browser.get('/console/sign-in')).text).not.toContain('sign out there too');
    expect(await leave(browser)).toBe('/console/sign-in');
  });
});
