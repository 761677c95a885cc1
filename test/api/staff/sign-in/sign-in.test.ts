import { recordFailure, type SignInSource } from '../../../../src/access/sign-in/sign-in-attempts.store.js';
import { newSecret } from '../../../../src/access/tokens/tokens.store.js';
import { networkRange } from '../../../../src/http/limits/address-range.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { addAccount, setPassword } from '../../../../src/staff/accounts/accounts.js';
import { findAccount } from '../../../../src/staff/sign-in/accounts.store.js';
import { saveSession } from '../../../../src/staff/sign-in/sessions.store.js';
import { metricsOf } from '../../../support/metrics.js';
import { PUBLIC_URL, type ServiceUnderTest, startService } from '../../../support/service.js';
import { smallLibrary } from '../../../support/records.js';
import { addMember, Browser, PASSWORD } from '../../../support/staff/staff-members.js';

const SIGN_IN = '/console/sign-in';

let service: ServiceUnderTest;
let number = 0;
beforeAll(async () => {
  service = await startService(smallLibrary(0, []), { TRUSTED_PROXIES: '127.0.0.1' });
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
    const to = '/console/libraries/37/queues?sort=title';
    const asked = await browser.get(to);
    expect([asked.status, asked.headers.get('location')]).toEqual([
      303,
      '/console/sign-in?to=%2Fconsole%2Flibraries%2F37%2Fqueues%3Fsort%3Dtitle',
    ]);
    const page = await browser.get(asked.headers.get('location') ?? '');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain(`name="to" value="${to}"`);
    // The case of the name does not matter, nor do spaces around it.
    const entered = await browser.post(SIGN_IN, { name: ` ${name.toUpperCase()} `, password: PASSWORD, to });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, to]);
    expect(await browser.isSignedIn()).toBe(true);
  });

  test('leads nowhere but into the console', async () => {
    const name = await someMember();
    for (const to of [
      '//evil.example',
      'https://evil.example/console',
      '/console/../v1/patrons/me',
      '/console\\evil.example',
      '/consolex',
      '/console/%2e%2e/x',
      '/console/sign-in',
    ]) {
      const { headers } = await someBrowser().post(SIGN_IN, { name, password: PASSWORD, to });
      expect([to, headers.get('location')]).toEqual([to, '/console']);
    }
  });

  test('gives a cookie that only this host gets, over https, and that no script can read; it is stored nowhere in plain text', async () => {
    const cookie = (await someBrowser().signIn(await someMember())).headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^__Host-holdfast-staff=holdfast_[\w-]{54}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const session = /=([\w-]{63});/.exec(cookie)?.[1] ?? '';
    const rows = await service.database.run(
      statement<{ row: string }>('test-sessions', 'SELECT s::text AS row FROM staff_session s'),
    );
    expect(rows.length).toBeGreaterThan(0);
    const bytes = [Buffer.from(session), Buffer.from(session, 'base64url')];
    const forms = [session, ...bytes.map((each) => each.toString('hex'))];
    expect(rows.filter(({ row }) => forms.some((form) => row.includes(form)))).toEqual([]);
  });

  test('is refused alike with a wrong password, for an unknown name, and for an account that has no password', async () => {
    const { database } = service;
    await addAccount(database, { name: 'no.password', oidcSubject: 'them', roles: ['desk'], websiteId: 37 });
    const browser = someBrowser();
    for (const [name, password] of [
      [await someMember(), `${PASSWORD}.`],
      ['nobody-of-that-name', PASSWORD],
      // An unknown account is compared with the hash of some password: it must not open this one.
      ['no.password', ''],
      ['no.password', 'nobody'],
      ['no.password', 'them'],
      // What was typed is shown as text.
      ['"><script>alert(1)</script>', PASSWORD],
    ] as const) {
      const { status, text } = await browser.signIn(name, password);
      expect([name, status]).toEqual([name, 422]);
      expect(text).toContain('The name or the password is wrong.');
      expect(text).not.toContain('<script');
    }
    expect(await browser.isSignedIn()).toBe(false);
  });

  test('is refused if the password is changed between its verification and the session', async () => {
    const [name, { database }] = [await someMember(), service];
    const account = (await findAccount(database, name))!;
    expect(await saveSession(database, newSecret(), account)).toBe(true);
    await setPassword(database, name, 'another long password');
    expect(await saveSession(database, newSecret(), account)).toBe(false);
  });

  test.each([
    ['from one range of addresses, for any account', 'staff-address', 50],
    ['for one account, from anywhere', 'staff-account', 200],
  ] as const)('is refused after too many wrong passwords %s', async (_, kind, maxFailures) => {
    const [browser, name] = [someBrowser(), await someMember()];
    const range = networkRange(browser.headers['X-Forwarded-For']);
    const source: SignInSource = { kind, name: kind === 'staff-account' ? name : range, maxFailures };
    const fail = (): Promise<void> => recordFailure(service.database, [source]);
    for (let failures = 1; failures < maxFailures; failures++) await fail();
    expect((await browser.signIn(name)).status).toBe(303);
    await fail();
    expect((await browser.signIn(name)).status).toBe(429);
  });

  test('is refused for some minutes after ten wrong passwords, only where they came from', async () => {
    const [guesser, name] = [someBrowser(), await someMember()];
    for (let attempt = 1; attempt <= 10; attempt++)
      expect((await guesser.signIn(name, 'wrong')).status).toBe(422);
    const refused = await guesser.signIn(name);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await guesser.isSignedIn()).toBe(false);
    expect((await someBrowser().signIn(name)).status).toBe(303);
    // The guesser may sign in to another account, and to this one when the time is over.
    expect((await guesser.signIn(await someMember())).status).toBe(303);
    const LATER = "UPDATE failed_sign_ins SET minute = (SELECT minute - interval '16 minutes')";
    await service.database.run(statement('test-later', LATER));
    expect((await guesser.signIn(name)).status).toBe(303);
  });

  test('is counted by what came of it', async () => {
    const counted = async (): Promise<number[]> => {
      const metrics = await metricsOf(service.url);
      return ['success', 'refused'].map(
        (outcome) =>
          metrics.get(`holdfast_staff_sign_ins_total{method="password",outcome="${outcome}"}`) ?? 0,
      );
    };
    const [success = 0, refused = 0] = await counted();
    const [browser, name] = [someBrowser(), await someMember()];
    await browser.signIn(name, 'a wrong password');
    await browser.signIn('nobody');
    await browser.signIn(name);
    expect(await counted()).toEqual([success + 1, refused + 2]);
  });
});

describe('a form that another site sends is refused', () => {
  const elsewhere: [string, Readonly<Record<string, string>>][] = [
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another host of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['no page at all', { 'Sec-Fetch-Site': 'none' }],
    ['another site, in an older browser', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
    ['nobody knows where', {}],
    ['a site that claims the right origin beside', { 'Sec-Fetch-Site': 'cross-site', Origin: PUBLIC_URL }],
  ];

  test.each(elsewhere)('from %s, also with the cookie of somebody who is signed in', async (_, headers) => {
    const name = await someMember();
    const answer = await someBrowser(headers).signIn(name);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    const browser = someBrowser();
    await browser.signIn(name);
    for (const path of ['/console/sign-out', '/console/account', '/console/anything'])
      expect([path, (await browser.post(path, {}, headers)).status]).toEqual([path, 403]);
    expect(await browser.isSignedIn()).toBe(true);
  });

  test('but accepted from the public address, and from where the service listens, in an older browser', async () => {
    for (const Origin of [PUBLIC_URL, service.url])
      expect((await someBrowser({ Origin }).signIn(await someMember())).status).toBe(303);
  });
});
