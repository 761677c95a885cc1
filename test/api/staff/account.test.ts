import { addAccount } from '../../../src/staff/accounts/accounts.js';
import { smallLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { addMember, Browser, PASSWORD } from '../../support/staff/staff-members.js';

const ACCOUNT = '/console/account';
const NEW_PASSWORD = 'seven brown herons';

let service: ServiceUnderTest;
let number = 0;
beforeAll(async () => {
  service = await startService(smallLibrary(1, [1]), { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => service.close());

async function someMember(): Promise<string> {
  number += 1;
  const name = `member${number}`;
  await addMember(service, name, ['desk']);
  return name;
}

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

const form = (members: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  currentPassword: PASSWORD,
  newPassword: NEW_PASSWORD,
  newPasswordAgain: NEW_PASSWORD,
  ...members,
});

describe('the own password', () => {
  test('is changed: this browser stays signed in with a new session, others are signed out', async () => {
    const name = await someMember();
    const [browser, other] = [await signedIn(name), await signedIn(name)];
    const stolen = new Browser(service.url);
    Object.assign(stolen, {
      cookies: new Map((browser as unknown as { cookies: Map<string, string> }).cookies),
    });
    const { status, text } = await browser.post(ACCOUNT, form());
    expect([status, text]).toEqual([200, expect.stringContaining('Your password is changed.')]);
    expect([await browser.isSignedIn(), await other.isSignedIn(), await stolen.isSignedIn()]).toEqual([
      true,
      false,
      false,
    ]);
    await signedIn(name, NEW_PASSWORD);
    expect((await new Browser(service.url).signIn(name)).status).toBe(422);
  });

  test.each([
    ['a wrong current one', { currentPassword: 'not the password' }, 'The current password is wrong.'],
    [
      'a common new one',
      { newPassword: 'Qwerty-123456', newPasswordAgain: 'Qwerty-123456' },
      'a list of common passwords',
    ],
    ['the same again', { newPassword: PASSWORD, newPasswordAgain: PASSWORD }, 'must be another one'],
    ['two new ones that differ', { newPasswordAgain: 'seven brown heron' }, 'The two new passwords differ.'],
  ])('stays as it is with %s', async (_, members, problem) => {
    const name = await someMember();
    const [browser, other] = [await signedIn(name), await signedIn(name)];
    const { status, text } = await browser.post(ACCOUNT, form(members));
    expect([status, text]).toEqual([422, expect.stringContaining(problem)]);
    expect(await other.isSignedIn()).toBe(true);
    await signedIn(name);
  });

  test('cannot be guessed here either', async () => {
    const name = await someMember();
    const browser = await signedIn(name);
    const wrong = form({ currentPassword: 'not the password' });
    for (let i = 0; i < 10; i++) expect((await browser.post(ACCOUNT, wrong)).status).toBe(422);
    const { status, headers } = await browser.post(ACCOUNT, form());
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });

  test('is not asked for from elsewhere', async () => {
    const browser = await signedIn(await someMember());
    expect((await browser.post(ACCOUNT, form(), { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });
});

test('a temporary password opens nothing before it is changed', async () => {
  number += 1;
  const name = `member${number}`;
  const account = { name, password: PASSWORD, isTemporary: true, roles: ['desk'], websiteId: 37 } as const;
  await addAccount(service.database, account);
  const browser = await signedIn(name);
  const page = await browser.get('/console/libraries/37/patrons');
  expect([page.status, page.headers.get('location')]).toEqual([303, ACCOUNT]);
  expect((await browser.post('/console/libraries/37/patrons', { cardNumber: '1' })).status).toBe(403);
  const own = await browser.get(ACCOUNT);
  expect([own.status, own.text]).toEqual([200, expect.stringContaining('Change it to go on.')]);
  const style = /href="(\/console\/console-[^"]+\.css)"/.exec(own.text)?.[1] ?? '';
  expect((await browser.get(style)).status).toBe(200);
  expect((await browser.post(ACCOUNT, form())).text).toContain('Your password is changed.');
  expect((await browser.get('/console/libraries/37/patrons')).status).toBe(200);
});

test('sessions are shown, and all others are ended', async () => {
  const name = await someMember();
  const [browser, other] = [await signedIn(name), await signedIn(name)];
  const elsewhere = await signedIn(await someMember());
  const sessions = async (): Promise<string[]> =>
    [...(await browser.get(ACCOUNT)).text.matchAll(/>(this|another) browser</g)].map(
      ([, which = '']) => which,
    );
  expect((await sessions()).sort()).toEqual(['another', 'this']);
  const { status, headers } = await browser.post(`${ACCOUNT}/sessions/end`);
  expect([status, headers.get('location')]).toEqual([303, ACCOUNT]);
  expect([await browser.isSignedIn(), await other.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([
    true,
    false,
    true,
  ]);
  expect(await sessions()).toEqual(['this']);
});

test('where passwords are turned off, they are neither asked for nor accepted', async () => {
  const other = await startService(smallLibrary(1, [1]), {
    STAFF_PASSWORDS: 'false',
    STAFF_OIDC_ISSUER: 'https://id.example.org',
    STAFF_OIDC_CLIENT_ID: 'holdfast',
    STAFF_OIDC_CLIENT_SECRET: 'secret',
  });
  await addMember(other, 'ada', ['desk']);
  const browser = new Browser(other.url);
  const page = (await browser.get('/console/sign-in')).text;
  expect([page.includes('type="password"'), page.includes('/console/sign-in/provider')]).toEqual([
    false,
    true,
  ]);
  expect((await browser.signIn('ada')).status).toBe(403);
  expect(await browser.isSignedIn()).toBe(false);
  await other.close();
});
