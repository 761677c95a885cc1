import { recordFailure, type SignInSource } from '../../../src/access/sign-in/sign-in-attempts.store.js';
import { newToken } from '../../../src/access/tokens/tokens.store.js';
import { networkRange } from '../../../src/http/limits/address-range.js';
import { statement } from '../../../src/platform/database/statement.js';
import { addAccount, removeAccount, setPassword, setRoles } from '../../../src/staff/accounts/accounts.js';
import { findAccount } from '../../../src/staff/accounts/accounts.store.js';
import { purgeSessions, saveSession } from '../../../src/staff/sign-in/principals.store.js';
import { metricsOf } from '../../support/metrics.js';
import { smallLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { addMember, Browser, PASSWORD } from '../../support/staff/staff-members.js';

const SIGN_IN = '/console/sign-in';

let service: ServiceUnderTest;
let number = 0;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [1]), { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => service.close());

/** Somewhere else in the world than the browsers of other tests. */
function someBrowser(
  headers: Readonly<Record<string, string>> = { 'Sec-Fetch-Site': 'same-origin' },
): Browser {
  number += 1;
  return new Browser(service.url, { 'X-Forwarded-For': `192.0.${number}.1`, ...headers });
}

async function someMember(): Promise<string> {
  number += 1;
  const name = `member${number}`;
  await addMember(service, name, ['desk']);
  return name;
}

describe('signing in', () => {
  test('leads to the page that was asked for', async () => {
    const [browser, name] = [someBrowser(), await someMember()];
    const asked = await browser.get('/console/libraries/37/queues?sort=title');
    expect(asked.status).toBe(303);
    const signIn = asked.headers.get('location') ?? '';
    expect(signIn).toBe('/console/sign-in?to=%2Fconsole%2Flibraries%2F37%2Fqueues%3Fsort%3Dtitle');
    const page = await browser.get(signIn);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('name="to" value="/console/libraries/37/queues?sort=title"');
    const to = '/console/libraries/37/queues?sort=title';
    const entered = await browser.post(SIGN_IN, { name, password: PASSWORD, to });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, to]);
    expect(await browser.isSignedIn()).toBe(true);
  });

  test('ignores the case of the name, and spaces around it', async () => {
    const [browser, name] = [someBrowser(), await someMember()];
    await browser.signIn(` ${name.toUpperCase()} `);
    expect(await browser.isSignedIn()).toBe(true);
  });

  test.each([
    '//evil.example',
    'https://evil.example/console',
    '/console/../v1/patrons/me',
    '/console\\evil.example',
    '/consolex',
    '/console/%2e%2e/x',
    '/console/sign-in',
  ])('leads nowhere but into the console: %s', async (to) => {
    const [browser, name] = [someBrowser(), await someMember()];
    const { headers } = await browser.post(SIGN_IN, { name, password: PASSWORD, to });
    expect(headers.get('location')).toBe('/console');
  });

  test('gives a cookie that only this host gets, over https, and that no script can read', async () => {
    const cookie = (await someBrowser().signIn(await someMember())).headers.get('set-cookie');
    expect(cookie).toMatch(/^__Host-holdfast-staff=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('stores no session in plain text', async () => {
    const answer = await someBrowser().signIn(await someMember());
    const session = /=([\w-]{43});/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
    const rows = await service.database.run(
      statement<{ row: string }>('test-sessions', 'SELECT s::text AS row FROM staff_session s'),
    );
    expect(rows.length).toBeGreaterThan(0);
    const forms = [
      session,
      Buffer.from(session).toString('hex'),
      Buffer.from(session, 'base64url').toString('hex'),
    ];
    expect(rows.filter(({ row }) => forms.some((form) => row.includes(form)))).toEqual([]);
  });

  test('is refused alike with a wrong password and for an unknown name', async () => {
    const browser = someBrowser();
    const wrong = await browser.signIn(await someMember(), `${PASSWORD}.`);
    const unknown = await browser.signIn('nobody-of-that-name');
    for (const { status, text } of [wrong, unknown]) {
      expect(status).toBe(422);
      expect(text).toContain('The name or the password is wrong.');
    }
    expect(await browser.isSignedIn()).toBe(false);
  });

  test('is refused by password for an account that has none', async () => {
    const { database } = service;
    await addAccount(database, { name: 'no.password', oidcSubject: 'them', roles: ['desk'], websiteId: 37 });
    // An unknown account is compared with the hash of some password: it must not open this one.
    for (const password of ['', 'nobody', 'them'])
      expect((await someBrowser().signIn('no.password', password)).status).toBe(422);
  });

  test('is refused if the password is changed between its verification and the session', async () => {
    const [name, { database }] = [await someMember(), service];
    const account = (await findAccount(database, name))!;
    expect(await saveSession(database, newToken(), account)).toBe(true);
    await setPassword(database, name, 'another long password');
    expect(await saveSession(database, newToken(), account)).toBe(false);
  });

  test.each([
    ['too many wrong passwords from one range of addresses, for any account', 'staff-address', 50],
    ['too many wrong passwords for one account, from anywhere', 'staff-account', 200],
  ] as const)('is refused after %s', async (_, kind, maxFailures) => {
    const [browser, name] = [someBrowser(), await someMember()];
    const range = networkRange(browser.headers['X-Forwarded-For']);
    const source: SignInSource = { kind, name: kind === 'staff-account' ? name : range, maxFailures };
    const fail = (): Promise<void> => recordFailure(service.database, [source]);
    for (let failures = 1; failures < maxFailures; failures++) await fail();
    expect((await browser.signIn(name)).status).toBe(303);
    await fail();
    expect((await browser.signIn(name)).status).toBe(429);
  });

  test('shows what was typed as text', async () => {
    const { text } = await someBrowser().signIn('"><script>alert(1)</script>');
    expect(text).not.toContain('<script');
  });

  test('is refused for some minutes after ten wrong passwords, only where they came from', async () => {
    const [guesser, name] = [someBrowser(), await someMember()];
    for (let attempt = 1; attempt <= 10; attempt++)
      expect((await guesser.signIn(name, 'wrong')).status).toBe(422);
    const refused = await guesser.signIn(name);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await guesser.isSignedIn()).toBe(false);
    const rightful = someBrowser();
    expect((await rightful.signIn(name)).status).toBe(303);
    // The guesser may sign in to another account, and to this one when the time is over.
    expect((await guesser.signIn(await someMember())).status).toBe(303);
    const LATER = "UPDATE failed_sign_ins SET minute = (SELECT minute - interval '16 minutes')";
    await service.database.run(statement('test-later', LATER));
    expect((await guesser.signIn(name)).status).toBe(303);
  });
});

test('what came of signing in is counted', async () => {
  const counted = async (): Promise<(number | undefined)[]> => {
    const metrics = await metricsOf(service.url);
    return ['success', 'refused'].map((outcome) =>
      metrics.get(`holdfast_staff_sign_ins_total{method="password",outcome="${outcome}"}`),
    );
  };
  const [success = 0, refused = 0] = await counted();
  const [browser, name] = [someBrowser(), await someMember()];
  await browser.signIn(name, 'a wrong password');
  await browser.signIn('nobody');
  await browser.signIn(name);
  expect(await counted()).toEqual([success + 1, refused + 2]);
});

describe('a session ends', () => {
  let browser: Browser;
  let name: string;
  beforeEach(async () => {
    [browser, name] = [someBrowser(), await someMember()];
    await browser.signIn(name);
    expect(await browser.isSignedIn()).toBe(true);
  });

  test('when the person signs out', async () => {
    const stolen = someBrowser();
    Object.assign(stolen, {
      cookies: new Map((browser as unknown as { cookies: Map<string, string> }).cookies),
    });
    expect(await stolen.isSignedIn()).toBe(true);
    const { status, headers } = await browser.post('/console/sign-out');
    expect([status, headers.get('location')]).toEqual([303, SIGN_IN]);
    expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect([await browser.isSignedIn(), await stolen.isSignedIn()]).toEqual([false, false]);
  });

  test('when the person, or another one, signs in again with the same browser', async () => {
    const earlier = someBrowser();
    Object.assign(earlier, {
      cookies: new Map((browser as unknown as { cookies: Map<string, string> }).cookies),
    });
    await browser.signIn(await someMember());
    expect([await browser.isSignedIn(), await earlier.isSignedIn()]).toEqual([true, false]);
  });

  test('when the password is changed', async () => {
    await setPassword(service.database, name, 'another long password');
    expect(await browser.isSignedIn()).toBe(false);
    expect((await browser.signIn(name)).status).toBe(422);
  });

  test('when the account is removed', async () => {
    await removeAccount(service.database, name);
    expect(await browser.isSignedIn()).toBe(false);
  });

  test.each([
    ['eight hours without use', "used_at = now() - interval '481 minutes'", false],
    ['less than eight hours without use', "used_at = now() - interval '479 minutes'", true],
    ['seven days', 'expires_at = now()', false],
  ])('after %s', async (_, change, isSignedIn) => {
    const text = `UPDATE staff_session SET ${change}
      WHERE staff_id = (SELECT staff_id FROM staff WHERE name = '${name}')`;
    await service.database.run(statement(`test-session-${change}`.slice(0, 60), text));
    expect(await browser.isSignedIn()).toBe(isSignedIn);
    // Use was noted: the eight hours begin again.
    const LATER = "UPDATE staff_session SET used_at = used_at - interval '479 minutes'";
    await service.database.run(statement('test-session-later', LATER));
    expect(await browser.isSignedIn()).toBe(isSignedIn);
  });

  test.each(["used_at = now() - interval '481 minutes'", 'expires_at = now()'])(
    'and is deleted, as soon as %s',
    async (change) => {
      await purgeSessions(service.database);
      const ofMember = `WHERE staff_id = (SELECT staff_id FROM staff WHERE name = '${name}')`;
      const run = (text: string): Promise<unknown[]> => service.database.run(statement('', text));
      expect(await purgeSessions(service.database)).toBe(0);
      await run(`UPDATE staff_session SET ${change} ${ofMember}`);
      expect(await purgeSessions(service.database)).toBe(1);
      expect(await run(`SELECT FROM staff_session ${ofMember}`)).toEqual([]);
    },
  );
});

test('a role that is taken away is gone with the next request', async () => {
  const { findPrincipalOfSession } = await import('../../../src/staff/sign-in/principals.store.js');
  const [browser, name] = [someBrowser(), await someMember()];
  const cookie = (await browser.signIn(name)).headers.get('set-cookie') ?? '';
  const session = /=([\w-]+);/.exec(cookie)?.[1] ?? '';
  const rolesNow = async (): Promise<unknown> =>
    (await findPrincipalOfSession(service.database, session))?.roles;
  expect(await rolesNow()).toEqual([{ websiteId: 37, role: 'desk' }]);
  await setRoles(service.database, name, 37, ['collections', 'admin']);
  expect(await rolesNow()).toEqual([
    { websiteId: 37, role: 'admin' },
    { websiteId: 37, role: 'collections' },
  ]);
});

test('sessions that have ended are deleted, after 8 hours without use or 7 days, and no others', async () => {
  const names = [await someMember(), await someMember(), await someMember()];
  const [idle, old, used] = names;
  const browsers = [];
  for (const name of names) {
    const browser = someBrowser();
    await browser.signIn(name);
    browsers.push(browser);
  }
  const age = (name: string | undefined, change: string): Promise<unknown> =>
    service.database.run(
      statement(
        '',
        `UPDATE staff_session SET ${change} FROM staff s WHERE s.staff_id = staff_session.staff_id AND s.name = $1`,
      ),
      [name],
    );
  // Those of the other tests.
  await purgeSessions(service.database);
  await age(idle, "used_at = now() - interval '8 hours'");
  await age(old, 'expires_at = now()');
  await age(used, "used_at = now() - interval '7 hours', expires_at = now() + interval '1 hour'");
  expect(await purgeSessions(service.database)).toBe(2);
  const left = await service.database.run(
    statement<{ name: string }>(
      '',
      'SELECT s.name FROM staff_session JOIN staff s USING (staff_id) WHERE s.name = ANY ($1)',
    ),
    [names],
  );
  expect(left).toEqual([{ name: used }]);
  expect(await browsers.at(-1)?.isSignedIn()).toBe(true);
});

describe('a form that another site sends is refused', () => {
  const elsewhere: [string, Readonly<Record<string, string>>][] = [
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another host of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['no page at all', { 'Sec-Fetch-Site': 'none' }],
    ['another site, in an older browser', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
    ['nobody knows where', {}],
    [
      'a site that claims the right origin beside',
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://holds.example.org' },
    ],
  ];

  test.each(elsewhere)('from %s', async (_, headers) => {
    const name = await someMember();
    const browser = someBrowser(headers);
    const answer = await browser.signIn(name);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
  });

  test('from any of them, also with the cookie of somebody who is signed in', async () => {
    const [browser, name] = [someBrowser(), await someMember()];
    await browser.signIn(name);
    for (const [place, headers] of elsewhere)
      for (const path of ['/console/sign-out', '/console/anything']) {
        const { status } = await browser.post(path, {}, headers);
        expect([place, path, status]).toEqual([place, path, 403]);
      }
    expect(await browser.isSignedIn()).toBe(true);
  });

  test.each([
    ['the public address', () => 'https://holds.example.org'],
    ['the address where the service listens', () => service.url],
  ])('but accepted from %s, in an older browser', async (_, origin) => {
    const browser = someBrowser({ Origin: origin() });
    expect((await browser.signIn(await someMember())).status).toBe(303);
  });
});
