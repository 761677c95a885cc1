import { OwnTokens } from '../../../../src/http/authorization/own-tokens.js';
import { statement } from '../../../../src/platform/database/statement.js';
import {
  addAccount,
  addApiToken,
  removeAccount,
  removeApiToken,
  setPassword,
  setRoles,
} from '../../../../src/staff/accounts/accounts.js';
import type { Role } from '../../../../src/staff/permissions/staff-principal.js';
import { findPrincipalOfSession, purgeSessions } from '../../../../src/staff/sign-in/sessions.store.js';
import { mustSucceed, PatronClient } from '../../../support/client.js';
import { emptyLibrary, smallLibrary } from '../../../support/records.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { addMachine, addMember, Browser, PASSWORD } from '../../../support/staff/staff-members.js';

const ACCOUNT = '/console/account';
const NEW_PASSWORD = 'seven brown herons';

let service: ServiceUnderTest;
let number = 0;
beforeAll(async () => {
  service = await startService([...smallLibrary(0, []), ...emptyLibrary(38)], {
    TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterAll(() => service.close());

/** Somewhere else in the world than those of other tests. */
async function signedIn(name: string, password = PASSWORD): Promise<Browser> {
  number += 1;
  const browser = new Browser(service.url, {
    'X-Forwarded-For': `192.0.${number}.1`,
    'Sec-Fetch-Site': 'same-origin',
  });
  expect((await browser.signIn(name, password)).status).toBe(303);
  return browser;
}

/** A browser that has got this one's cookies. */
function copyOf(browser: Browser): Browser {
  const { cookies } = browser as unknown as { cookies: Map<string, string> };
  return Object.assign(new Browser(service.url), { cookies: new Map(cookies) });
}

const areSignedIn = (...browsers: Browser[]): Promise<boolean[]> =>
  Promise.all(browsers.map((browser) => browser.isSignedIn()));

let name: string;
let browser: Browser;
beforeEach(async () => {
  number += 1;
  name = `member${number}`;
  await addMember(service, name, ['desk']);
  browser = await signedIn(name);
});

const change = (text: string): Promise<unknown> => {
  const ofMember = 'WHERE staff_id = (SELECT staff_id FROM staff WHERE name = $1)';
  return service.database.run(statement('', `UPDATE staff_session SET ${text} ${ofMember}`), [name]);
};

test('a password has the spaces at its ends', async () => {
  const newPassword = ` ${NEW_PASSWORD} `;
  const form = { currentPassword: PASSWORD, newPassword, newPasswordAgain: newPassword };
  expect((await browser.post(ACCOUNT, form)).status).toBe(200);
  await signedIn(name, newPassword);
});

describe('a session ends', () => {
  test('when the person signs out', async () => {
    const stolen = copyOf(browser);
    expect(await stolen.isSignedIn()).toBe(true);
    const { status, headers } = await browser.post('/console/sign-out');
    expect([status, headers.get('location')]).toEqual([303, '/console/sign-in']);
    expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(await areSignedIn(browser, stolen)).toEqual([false, false]);
  });

  test('when the person, or another one, signs in again with the same browser', async () => {
    const earlier = copyOf(browser);
    await addMember(service, `${name}-2`, ['desk']);
    await browser.signIn(`${name}-2`);
    expect(await areSignedIn(browser, earlier)).toEqual([true, false]);
  });

  test('when the password is changed, and when the account is removed', async () => {
    await setPassword(service.database, name, 'another long password');
    expect(await browser.isSignedIn()).toBe(false);
    expect((await browser.signIn(name)).status).toBe(422);
    browser = await signedIn(name, 'another long password');
    await removeAccount(service.database, name);
    expect(await browser.isSignedIn()).toBe(false);
  });

  test.each([
    ['eight hours without use', "used_at = now() - interval '481 minutes'", false],
    ['less than eight hours without use', "used_at = now() - interval '479 minutes'", true],
    ['seven days', 'expires_at = now()', false],
  ])('after %s', async (_, text, isSignedIn) => {
    await change(text);
    expect(await browser.isSignedIn()).toBe(isSignedIn);
    // Use was noted: the eight hours begin again.
    await change("used_at = (SELECT used_at - interval '479 minutes')");
    expect(await browser.isSignedIn()).toBe(isSignedIn);
  });

  test.each([
    ["used_at = now() - interval '8 hours'", 1],
    ['expires_at = now()', 1],
    ["used_at = now() - interval '7 hours', expires_at = now() + interval '1 hour'", 0],
  ])('and is deleted as soon as it has: %s', async (text, deleted) => {
    // Those of the other tests.
    await purgeSessions(service.database);
    await change(text);
    expect(await purgeSessions(service.database)).toBe(deleted);
    const sessions = await service.database.prisma.staffSession.count({ where: { staff: { name } } });
    expect(sessions).toBe(1 - deleted);
    expect(await browser.isSignedIn()).toBe(deleted === 0);
  });
});

test('a role that is taken away is gone with the next request', async () => {
  const [, session = ''] = [...(browser as unknown as { cookies: Map<string, string> }).cookies][0]!;
  const rolesNow = async (): Promise<unknown> =>
    (await findPrincipalOfSession(service.database, session))?.roles;
  expect(await rolesNow()).toEqual([{ websiteId: 37, role: 'desk' }]);
  await setRoles(service.database, name, 37, ['collections', 'admin']);
  expect(await rolesNow()).toEqual(['admin', 'collections'].map((role) => ({ websiteId: 37, role })));
});

const twice = (password: string) => ({ newPassword: password, newPasswordAgain: password });
const form = (members: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  currentPassword: PASSWORD,
  ...twice(NEW_PASSWORD),
  ...members,
});

describe('the own password', () => {
  test('is changed: this browser stays signed in with a new session, others are signed out', async () => {
    const [other, stolen] = [await signedIn(name), copyOf(browser)];
    const { status, text } = await browser.post(ACCOUNT, form());
    expect([status, text]).toEqual([200, expect.stringContaining('Your password is changed.')]);
    expect(await areSignedIn(browser, other, stolen)).toEqual([true, false, false]);
    await signedIn(name, NEW_PASSWORD);
    expect((await new Browser(service.url).signIn(name)).status).toBe(422);
  });

  test.each([
    ['a wrong current one', { currentPassword: 'not the password' }, 'The current password is wrong.'],
    ['a common new one', twice('Qwerty-123456'), 'a list of common passwords'],
    ['the same again', twice(PASSWORD), 'must be another one'],
    ['two new ones that differ', { newPasswordAgain: 'seven brown heron' }, 'The two new passwords differ.'],
  ])('stays as it is with %s', async (_, members, problem) => {
    const other = await signedIn(name);
    const { status, text } = await browser.post(ACCOUNT, form(members));
    expect([status, text]).toEqual([422, expect.stringContaining(problem)]);
    expect(await other.isSignedIn()).toBe(true);
    await signedIn(name);
  });

  test('cannot be guessed here either', async () => {
    const wrong = form({ currentPassword: 'not the password' });
    for (let i = 0; i < 10; i++) expect((await browser.post(ACCOUNT, wrong)).status).toBe(422);
    const { status, headers } = await browser.post(ACCOUNT, form());
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });
});

test('a temporary password opens nothing before it is changed, and then what was asked for', async () => {
  const account = { name: `${name}-new`, password: PASSWORD, roles: ['desk'], websiteId: 37 } as const;
  await addAccount(service.database, { ...account, isTemporary: true });
  browser = await signedIn(account.name);
  const patrons = '/console/libraries/37/patrons';
  const page = await browser.get(patrons);
  const asked = `${ACCOUNT}?to=${encodeURIComponent(patrons)}`;
  expect([page.status, page.headers.get('location')]).toEqual([303, asked]);
  expect((await browser.post(`${patrons}/lookup`, { text: '1' })).status).toBe(403);
  const own = await browser.get(asked);
  expect([own.status, own.text]).toEqual([200, expect.stringContaining('Change it to go on.')]);
  const style = /href="(\/console\/console-[^"]+\.css)"/.exec(own.text)?.[1] ?? '';
  expect((await browser.get(style)).status).toBe(200);
  const to = /name="to" value="([^"]*)"/.exec(own.text)?.[1] ?? '';
  expect((await browser.post(ACCOUNT, form({ to }))).headers.get('location')).toBe(patrons);
  expect((await browser.get(patrons)).status).toBe(200);
});

test('sessions are shown, and all others are ended', async () => {
  const other = await signedIn(name);
  await addMember(service, `${name}-2`, ['desk']);
  const elsewhere = await signedIn(`${name}-2`);
  const sessions = async (): Promise<(string | undefined)[]> =>
    [...(await browser.get(ACCOUNT)).text.matchAll(/>(this|another) browser</g)].map(([, which]) => which);
  expect((await sessions()).sort()).toEqual(['another', 'this']);
  const { status, headers } = await browser.post(`${ACCOUNT}/sessions/end`);
  expect([status, headers.get('location')]).toEqual([303, ACCOUNT]);
  expect(await areSignedIn(browser, other, elsewhere)).toEqual([true, false, true]);
  expect(await sessions()).toEqual(['this']);
});

describe('what becomes of accounts and tokens', () => {
  let admin: PatronClient;
  let otherAdmin: PatronClient;
  beforeAll(async () => {
    admin = new PatronClient(service.url, await addMachine(service, 'admin', ['admin']));
    otherAdmin = new PatronClient(service.url, await addMachine(service, 'admin38', ['admin'], 38));
  });

  /** What the administrator sees in the log of an account: who did what, the latest last. */
  async function told(client: PatronClient, account: string): Promise<string[]> {
    const { body } = await mustSucceed(client.get('/operator/v1/actions'));
    const { actions } = body as {
      actions: { action: string; staff: { name: string }; account?: string }[];
    };
    return actions
      .filter((each) => each.account === account)
      .map(({ action, staff }) => `${staff.name} ${action}`)
      .toReversed();
  }
  const entries = (...actions: string[]): string[] => actions.map((action) => `installation ${action}`);

  test('is in the log of each library that it concerns', async () => {
    const { database } = service;
    const roles: Role[] = ['desk'];
    await addAccount(database, { name: 'vera', password: 'a first long password', roles, websiteId: 37 });
    await setRoles(database, 'vera', 38, ['desk']);
    await setPassword(database, 'vera', 'a second long password');
    await setRoles(database, 'vera', null, ['admin']);
    await setRoles(database, 'vera', null, []);
    await removeAccount(database, 'vera');
    const ils = { name: 'ils', roles, websiteId: null, expiresAt: null };
    await addApiToken(database, new OwnTokens(database), ils);
    await removeApiToken(database, 'ils');
    // Refused, they leave nothing.
    const again = { name: 'admin', roles, websiteId: 37, expiresAt: null };
    await expect(addApiToken(database, new OwnTokens(database), again)).rejects.toThrow('name is taken');
    await expect(removeAccount(database, 'vera')).rejects.toThrow('no account');
    await expect(setRoles(database, 'vera', 37, [])).rejects.toThrow('no account');
    await expect(setPassword(database, 'admin', 'a third long password')).rejects.toThrow('no account');

    const sinceThePassword = ['password-changed', 'roles-changed', 'roles-changed', 'account-removed'];
    expect(await told(otherAdmin, 'vera')).toEqual(entries('roles-changed', ...sinceThePassword));
    expect(await told(otherAdmin, 'ils')).toEqual(entries('token-added', 'token-removed'));
    // The role of another library is no business of this one.
    expect(await told(admin, 'vera')).toEqual(entries('account-added', ...sinceThePassword));
    expect(await told(admin, 'admin')).toEqual(entries('token-added'));
  });

  test('is in the log with who did it, such as a password that somebody changes', async () => {
    await browser.post(ACCOUNT, form());
    expect(await told(admin, name)).toEqual([...entries('account-added'), `${name} password-changed`]);
  });

  test('is not done if no entry can be written', async () => {
    const { database } = service;
    const stored = (): Promise<unknown> =>
      database.prisma.staff.findMany({ include: { roles: true }, orderBy: { name: 'asc' } });
    const before = await stored();
    await database.run(statement('', 'ALTER TABLE staff_action RENAME TO staff_action_away'));
    for (const attempt of [
      () => setRoles(database, 'admin', 38, ['admin']),
      () => removeApiToken(database, 'admin'),
      () => addMachine(service, 'unseen', ['admin']),
    ])
      await expect(attempt()).rejects.toThrow('staff_action');
    await database.run(statement('', 'ALTER TABLE staff_action_away RENAME TO staff_action'));
    expect(await stored()).toEqual(before);
  });
});
