import { addAccount, setRoles } from '../../../src/staff/accounts/accounts.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { addMachine, addMember, Browser, PASSWORD } from '../../support/staff/staff-members.js';
import { mustSucceed, PatronClient } from '../../support/client.js';
import { emptyLibrary, WEBSITE_ID } from '../../support/records.js';
import { TestLibrary } from '../../support/test-library.js';
import { ConsoleClient, type Page } from '../../support/console/console-client.js';
import { linkTo, rowsOf } from './page-parts.js';

const ACCOUNTS = `/console/libraries/${WEBSITE_ID}/accounts`;
const OTHER = 38;

let library: TestLibrary;
/** An administrator of this library alone. */
let admin: ConsoleClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  await library.import(...emptyLibrary(OTHER, { name: 'Other Library' }));
  admin = await ConsoleClient.signIn(library.service, 'ada', ['admin']);
});
afterAll(() => library.close());

/** What the administrator did with this account, the latest last. */
async function loggedOf(account: string): Promise<string[]> {
  const { body } = await mustSucceed(new OperatorClient(library.service.url).get('/operator/v1/actions'));
  const { actions } = body as {
    actions: { action: string; websiteId: number; account?: string; staff: { name: string } }[];
  };
  return actions
    .filter((each) => each.account === account && each.staff.name === 'ada' && each.websiteId === WEBSITE_ID)
    .map(({ action }) => action)
    .toReversed();
}

async function rolesOf(name: string): Promise<string | undefined> {
  const rows = rowsOf(await admin.get(ACCOUNTS));
  return rows.find(([each]) => each === name)?.[1];
}

/** Where the page of an account is. */
async function addressOf(name: string): Promise<string> {
  const { html } = await admin.get(ACCOUNTS);
  return new RegExp(`<th scope="row"[^>]*><a href="([^"]*)">${name}</a>`).exec(html)?.[1] ?? '';
}

const secretOn = ({ html }: Page): string => /<code>([^<]+)<\/code>/.exec(html)?.[1] ?? '';

async function canSignIn(name: string, password = PASSWORD): Promise<boolean> {
  return (await new Browser(library.service.url).signIn(name, password)).status === 303;
}

test('an administrator sees who has a role in the library, and no role elsewhere', async () => {
  const { service } = library;
  await addMember(service, 'twice', ['desk']);
  await setRoles(service.database, 'twice', OTHER, ['admin']);
  await addMember(service, 'stranger', ['admin'], OTHER);
  await addMember(service, 'everywhere', ['viewer'], null);
  await addMachine(service, 'importer', ['collections']);
  const own = ['ada', 'twice', 'stranger', 'everywhere', 'importer'];
  const rows = rowsOf(await admin.get(ACCOUNTS)).filter(([name = '']) => own.includes(name));
  expect(rows.map((cells) => cells.slice(0, 3))).toEqual([
    ['ada', 'admin', 'a password'],
    ['everywhere', 'viewer (in all libraries)', 'a password'],
    ['twice', 'desk', 'a password'],
    ['importer', 'collections', 'an API token'],
  ]);
});

test('an account is added with a password that is shown once, and must be changed', async () => {
  const added = await admin.submit(ACCOUNTS, { name: ' Bo ', desk: 'yes', collections: 'yes' });
  const password = secretOn(added);
  expect([added.status, password]).toEqual([200, expect.stringMatching(/^\w{20,}$/)]);
  expect((await admin.get(ACCOUNTS)).text).not.toContain(password);
  expect(await rolesOf('bo')).toBe('collections, desk');
  const bo = new Browser(library.service.url);
  await bo.signIn('bo', password);
  expect((await bo.get('/console/libraries')).headers.get('location')).toBe('/console/account');
  expect(await loggedOf('bo')).toEqual(['account-added']);
});

test.each<[string, Record<string, string>, string]>([
  ['a name that cannot be one', { name: 'Bo Peep', desk: 'yes' }, 'A name must have 1 to 64'],
  [
    'a name that is taken',
    { name: 'ada', desk: 'yes' },
    'There is an account or an API token with this name',
  ],
  ['no role', { name: 'nobody' }, 'Choose at least one role.'],
])('%s is told at its field, and what was typed is kept', async (_, fields, problem) => {
  const refused = await admin.submit(ACCOUNTS, fields);
  expect(refused.status).toBe(422);
  expect(refused.html).toMatch(/class="field-problem"/);
  expect(refused.text).toContain(problem);
  expect(refused.html).toContain(`value="${fields.name}"`);
  expect(/name="desk"[^>]*checked/.test(refused.html)).toBe(fields.desk === 'yes');
  expect(await loggedOf('nobody')).toEqual([]);
});

test('roles are changed in this library alone, and count from the next request on', async () => {
  const bea = await ConsoleClient.signIn(library.service, 'bea', ['desk']);
  await setRoles(library.service.database, 'bea', OTHER, ['admin']);
  const page = await admin.submit(`${await addressOf('bea')}/roles`, { collections: 'yes' });
  expect(page.text).toContain('The roles of bea are changed.');
  expect(await rolesOf('bea')).toBe('collections');
  expect((await bea.get(`/console/libraries/${WEBSITE_ID}/patrons`)).status).toBe(403);
  expect((await bea.get(`/console/libraries/${OTHER}/settings`)).status).toBe(200);
  expect(await loggedOf('bea')).toEqual(['roles-changed']);
});

test('to take all roles away is asked for, and leaves an account that can get some again by its name', async () => {
  await addMember(library.service, 'ben', ['desk']);
  const address = await addressOf('ben');
  const asked = await admin.submit(`${address}/roles`, {});
  expect(asked.text).toContain('ben can do nothing in this library any more.');
  expect(await rolesOf('ben')).toBe('desk');
  await admin.submit(`${address}/roles`, { confirmed: 'yes' });
  expect(await rolesOf('ben')).toBeUndefined();
  const taken = await admin.submit(ACCOUNTS, { name: 'ben', viewer: 'yes' });
  expect(taken.status).toBe(422);
  expect(linkTo(taken, 'Change the roles of ben')).toBe(address);
  await admin.submit(`${address}/roles`, { viewer: 'yes' });
  expect(await rolesOf('ben')).toBe('viewer');
});

test('sessions are ended, and a new password is asked for once and shown once', async () => {
  const bill = await ConsoleClient.signIn(library.service, 'bill', ['desk']);
  const address = await addressOf('bill');
  const out = await admin.submit(`${address}/sessions/end`, {});
  expect(out.text).toContain('bill is signed out everywhere.');
  expect((await bill.send('/console/libraries')).status).toBe(303);
  expect((await admin.get(`${address}/password`)).text).toContain('The password until now ends');
  expect(await canSignIn('bill')).toBe(true);
  const password = secretOn(await admin.submit(`${address}/password`, {}));
  expect([await canSignIn('bill'), await canSignIn('bill', password)]).toEqual([false, true]);
  expect(await loggedOf('bill')).toEqual(['account-signed-out', 'password-changed']);
});

test('an account is removed once that was asked', async () => {
  await addMember(library.service, 'bob', ['desk']);
  const address = await addressOf('bob');
  expect((await admin.get(`${address}/removal`)).text).toContain('This cannot be undone.');
  expect(await rolesOf('bob')).toBe('desk');
  expect((await admin.submit(`${address}/removal`, {})).text).toContain('bob is removed.');
  expect(await canSignIn('bob')).toBe(false);
  expect((await admin.get(address)).status).toBe(404);
  expect(await loggedOf('bob')).toEqual(['account-removed']);
});

test('an API token is added, shown once, and removed', async () => {
  const added = await admin.submit(`${ACCOUNTS}/tokens`, { name: 'ils', desk: 'yes', days: 30 });
  const token = secretOn(added);
  const patron = await library.addPatron();
  const statusOf = async (): Promise<number> =>
    (await new PatronClient(library.service.url, token).get(`/operator/v1/patrons/${patron.patronId}`))
      .status;
  expect(await statusOf()).toBe(200);
  expect(rowsOf(await admin.get(ACCOUNTS)).find(([name]) => name === 'ils')?.[3]).not.toBe('never');
  const refused = await admin.submit(`${ACCOUNTS}/tokens`, { name: 'ils', desk: 'yes', days: 'soon' });
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('a whole number from 1 to 3650'),
  ]);
  await admin.submit(`${await addressOf('ils')}/removal`, {});
  expect(await statusOf()).toBe(401);
  expect(await loggedOf('ils')).toEqual(['token-added', 'token-removed']);
});

describe('of an account that works elsewhere, too,', () => {
  test.each<[string, number | null]>([
    ['in another library', OTHER],
    ['in all libraries', null],
  ])('%s, password, sessions and removal are not for an administrator of this one', async (_, elsewhere) => {
    const name = elsewhere === null ? 'superintendent' : 'both';
    await addMember(library.service, name, ['desk']);
    await setRoles(library.service.database, name, elsewhere, ['viewer']);
    const address = await addressOf(name);
    const page = await admin.get(address);
    expect(page.text).toContain('has roles elsewhere, too');
    for (const part of ['sessions/end', 'password', 'removal']) {
      expect(page.html).not.toContain(`${address}/${part}`);
      expect((await admin.submit(`${address}/${part}`, {})).status).toBe(403);
    }
    expect((await admin.get(`${address}/removal`)).status).toBe(403);
    expect([await canSignIn(name), await loggedOf(name)]).toEqual([true, []]);
    await setRoles(library.service.database, 'ada', OTHER, ['admin']);
    await setRoles(library.service.database, 'ada', null, elsewhere === null ? ['admin'] : []);
    expect((await admin.submit(`${address}/removal`, {})).text).toContain(`${name} is removed.`);
    await setRoles(library.service.database, 'ada', OTHER, []);
    await setRoles(library.service.database, 'ada', null, []);
  });

  test('and not here, there is no page', async () => {
    await addMember(library.service, 'other', ['desk'], OTHER);
    const [row] = await library.service.database.prisma.staff.findMany({ where: { name: 'other' } });
    for (const part of ['', '/password', '/removal'])
      expect((await admin.get(`${ACCOUNTS}/${row?.staffId}${part}`)).status).toBe(404);
    expect((await admin.submit(`${ACCOUNTS}/${row?.staffId}/roles`, { admin: 'yes' })).status).toBe(404);
    const taken = await admin.submit(ACCOUNTS, { name: 'other', desk: 'yes' });
    expect([taken.status, linkTo(taken, 'Change the roles of other')]).toEqual([422, '']);
  });
});

test('nobody changes the own roles or removes the own account', async () => {
  const address = await addressOf('ada');
  const page = await admin.get(address);
  expect(page.text).toContain('This is your own account');
  expect(page.html).not.toContain(`${address}/`);
  for (const part of ['roles', 'sessions/end', 'password', 'removal'])
    expect((await admin.submit(`${address}/${part}`, { viewer: 'yes' })).status).toBe(403);
  expect(await rolesOf('ada')).toBe('admin');
});

test('an account for the identity provider gets no new password here', async () => {
  const wanted = { name: 'cy', email: 'cy@example.org', roles: ['desk'], websiteId: WEBSITE_ID } as const;
  await addAccount(library.service.database, wanted);
  const address = await addressOf('cy');
  expect((await admin.get(address)).html).not.toContain(`${address}/password`);
  expect((await admin.submit(`${address}/password`, {})).status).toBe(403);
});

describe('where an identity provider lets staff in', () => {
  let provided: TestLibrary;
  let chief: ConsoleClient;
  beforeAll(async () => {
    const provider = {
      STAFF_OIDC_ISSUER: 'https://id.example.org',
      STAFF_OIDC_CLIENT_ID: 'holdfast',
      STAFF_OIDC_CLIENT_SECRET: 'secret',
    };
    provided = await TestLibrary.alone({}, provider);
    chief = await ConsoleClient.signIn(provided.service, 'ada', ['admin']);
  });
  afterAll(() => provided.close());

  test('an account with an address is added without a password', async () => {
    const added = await chief.submit(ACCOUNTS, { name: 'cy', email: ' Cy@example.org ', desk: 'yes' });
    expect(added.text).toContain('cy is added.');
    expect(
      rowsOf(added)
        .find(([name]) => name === 'cy')
        ?.slice(1, 3),
    ).toEqual(['desk', 'the organization’s identity provider']);
    const refused = await chief.submit(ACCOUNTS, { name: 'di', email: 'at home', desk: 'yes' });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('This is no e-mail address.'),
    ]);
    expect(refused.html).toContain('value="at home"');
  });
});
