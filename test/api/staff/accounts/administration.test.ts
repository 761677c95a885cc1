import { addAccount, setRoles } from '../../../../src/staff/accounts/accounts.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { addMachine, addMember, Browser, nameIn, PASSWORD } from '../../../support/staff/staff-members.js';
import { mustSucceed, PatronClient } from '../../../support/client.js';
import type { Database } from '../../../../src/platform/database/database.js';
import type { Role } from '../../../../src/staff/permissions/staff-principal.js';
import { TestLibrary } from '../../../support/test-library.js';
import {
  ConsoleClient,
  hiddenIn,
  linkTo,
  type Page,
  rowsOf,
} from '../../../support/console/console-client.js';

/** What administrators set in the console: settings, webhooks, accounts and API tokens. */

let library: TestLibrary;
let other: TestLibrary;
let database: Database;
/** An administrator of this library alone. */
let admin: ConsoleClient;
let settings: string;
let webhooks: string;
let accounts: string;
beforeAll(async () => {
  [library, other] = [await TestLibrary.open(), await TestLibrary.open()];
  ({ database } = library.service);
  const ofLibrary = `/console/libraries/${library.websiteId}`;
  [settings, webhooks, accounts] = ['settings', 'webhooks', 'accounts'].map(
    (page) => `${ofLibrary}/${page}`,
  ) as [string, string, string];
  admin = await ConsoleClient.signIn(library, 'ada', ['admin']);
});

const named = (name: string): string => nameIn(library, name);
const add = (name: string, role: Role, websiteId: number | null = library.websiteId): Promise<void> =>
  addMember(library.service, named(name), [role], websiteId);

/** What the administrator did, by the log of actions, the latest last. */
async function logged(account?: string): Promise<string[]> {
  const path = `/operator/v1/actions?websiteId=${library.websiteId}`;
  const { body } = await mustSucceed(new OperatorClient(library.service.url).get(path));
  const { actions } = body as { actions: { action: string; account?: string; staff: { name: string } }[] };
  return actions
    .filter((each) => each.account === account && each.staff.name === named('ada'))
    .map(({ action }) => action)
    .toReversed();
}
const changesLogged = async (): Promise<number> =>
  (await logged()).filter((action) => action === 'settings-changed').length;

/** Browsers send forms by `POST`. */
const REPLACES = { _method: 'PUT' };

const valueOf = (html: string, name: string): string | undefined =>
  new RegExp(`<input [^>]*name="${name.replace('.', '\\.')}"[^>]* value="([^"]*)"`).exec(html)?.[1];

describe('the settings of the library', () => {
  test('are changed, and the log has it', async () => {
    expect(valueOf((await admin.get(settings)).html, 'notices.name')).toBeUndefined();
    const fields = {
      'notices.name': ' Hafen ',
      'content.frameOrigins': 'https://a.example,https://b.example',
      'collections.holdsPerCopy': 4,
      'signIn.host': '8.8.8.8',
      'signIn.homeLibrary': 'AQ=MAIN,EAST',
    };
    const choices = { 'notices.timeZone': 'Europe/Berlin', 'signIn.kind': 'sip2' };
    const stored = await admin.submit(settings, { ...REPLACES, ...fields, ...choices });
    expect(stored.text).toContain('The settings are stored.');
    const shown = [...Object.keys(fields), 'mail.replyTo'].map((name) => valueOf(stored.html, name));
    expect(shown).toEqual([
      'Hafen',
      'https://a.example, https://b.example',
      '4',
      '8.8.8.8',
      'AQ=MAIN, EAST',
      undefined,
    ]);
    expect(stored.text).toContain('the library’s zone, Europe/Berlin');
    expect(await changesLogged()).toBe(1);
    // The same again is no change.
    await admin.submit(settings, { ...REPLACES, ...fields, ...choices });
    expect(await changesLogged()).toBe(1);
    expect(valueOf((await admin.submit(settings, REPLACES)).html, 'notices.name')).toBeUndefined();
  });

  test('stay as they are: what is not allowed is told at its field', async () => {
    const fields = {
      ...{ 'notices.name': 'Kept as typed', 'notices.color': 'blue', 'rates.perPatron': 'many' },
      ...{ 'signIn.kind': 'sip2', 'signIn.host': '8.8.8.8', 'signIn.categories': 'PC' },
    };
    const before = await changesLogged();
    const refused = await admin.submit(settings, { ...REPLACES, ...fields });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Nothing was changed. Correct the fields that are marked.');
    expect(valueOf(refused.html, 'notices.name')).toBe('Kept as typed');
    const marked = [...refused.html.matchAll(/<input [^>]*name="([^"]*)"[^>]*aria-invalid="true"/g)];
    expect(marked.map(([, name]) => name).sort()).toEqual([
      'notices.color',
      'rates.perPatron',
      'signIn.categories',
    ]);
    expect(refused.text).toMatch(/Color of buttons and links .*? This must be /);
    expect(valueOf((await admin.get(settings)).html, 'notices.name')).toBeUndefined();
    expect(await changesLogged()).toBe(before);
  });
});

describe('a webhook', () => {
  const RECEIVER = 'https://8.8.8.8/events';

  test('that cannot be one is told at its field, and what was typed is kept', async () => {
    const refused = await admin.submit(webhooks, { url: RECEIVER, types: 'hold.lost' });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('This must be one or more'),
    ]);
    expect(refused.html).toContain(`value="${RECEIVER}"`);
    expect(refused.html).toMatch(/aria-invalid="true"/);
    expect(rowsOf(await admin.get(webhooks))).toEqual([]);
  });

  test('sends events again only from a time on, and is removed once that was asked', async () => {
    const added = await admin.submit(webhooks, { url: RECEIVER, types: 'hold.ready' });
    const address = linkTo(added, 'To the webhook');
    const refused = await admin.submit(`${address}/replay`, { since: 'yesterday' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('This must be a time')]);
    expect(refused.html).toContain('value="yesterday"');
    const asked = await admin.get(address);
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('This cannot be undone.')]);
    expect(hiddenIn(asked)).toMatchObject({ _method: 'DELETE' });
    expect((await admin.submit(address, { _method: 'DELETE' })).text).toContain('The webhook was removed.');
    expect((await admin.get(address)).status).toBe(404);
  });
});

async function rolesOf(name: string): Promise<string | undefined> {
  const rows = rowsOf(await admin.get(accounts));
  return rows.find(([each]) => each === named(name))?.[1];
}

/** Where the page of an account is. */
async function addressOf(name: string): Promise<string> {
  const { html } = await admin.get(accounts);
  return new RegExp(`<th scope="row"[^>]*><a href="([^"]*)">${named(name)}</a>`).exec(html)?.[1] ?? '';
}

const REMOVAL = { _method: 'DELETE' };
const secretOn = ({ html }: Page): string => /<code>([^<]+)<\/code>/.exec(html)?.[1] ?? '';

async function canSignIn(name: string, password = PASSWORD): Promise<boolean> {
  return (await new Browser(library.service.url).signIn(named(name), password)).status === 303;
}

describe('an account', () => {
  test('is listed if it has a role in the library, without its roles elsewhere', async () => {
    await add('twice', 'desk');
    await setRoles(database, named('twice'), other.websiteId, ['admin']);
    await add('stranger', 'admin', other.websiteId);
    await add('everywhere', 'viewer', null);
    await addMachine(library.service, named('importer'), ['collections'], library.websiteId);
    const own = ['ada', 'twice', 'stranger', 'everywhere', 'importer'].map(named);
    const rows = rowsOf(await admin.get(accounts)).filter(([name = '']) => own.includes(name));
    expect(rows.map((cells) => cells.slice(0, 3))).toEqual([
      [named('ada'), 'admin', 'a password'],
      [named('everywhere'), 'viewer (in all libraries)', 'a password'],
      [named('twice'), 'desk', 'a password'],
      [named('importer'), 'collections', 'an API token'],
    ]);
  });

  test('is added with a password that is shown once, and must be changed', async () => {
    const added = await admin.submit(accounts, {
      name: ` ${named('Bo')} `,
      desk: 'true',
      collections: 'true',
    });
    const password = secretOn(added);
    expect([added.status, password]).toEqual([200, expect.stringMatching(/^\w{20,}$/)]);
    expect((await admin.get(accounts)).text).not.toContain(password);
    expect(await rolesOf('bo')).toBe('collections, desk');
    const bo = new Browser(library.service.url);
    await bo.signIn(named('bo'), password);
    expect((await bo.get('/console/libraries')).headers.get('location')).toMatch(/^\/console\/account\?/);
    expect(await logged(named('bo'))).toEqual(['account-added']);
  });

  test('with a name that is taken is told at its field, and what was typed is kept', async () => {
    const refused = await admin.submit(accounts, { name: named('ada'), desk: 'true' });
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(/class="field-problem"/);
    expect(refused.text).toContain('This is taken by another account or API token');
    expect(refused.html).toContain(`value="${named('ada')}"`);
    expect(refused.html).toMatch(/name="desk"[^>]*checked/);
    expect((await admin.submit(accounts, { name: named('nobody') })).text).toContain(
      'This must be at least one.',
    );
    expect(await logged(named('nobody'))).toEqual([]);
  });

  test('gets other roles in this library alone, which count from the next request on', async () => {
    const bea = await ConsoleClient.signIn(library, 'bea', ['desk']);
    await setRoles(database, named('bea'), other.websiteId, ['admin']);
    const page = await admin.submit(`${await addressOf('bea')}/roles`, {
      _method: 'PUT',
      collections: 'true',
    });
    expect(page.text).toContain(`The roles of ${named('bea')} are changed.`);
    expect(await rolesOf('bea')).toBe('collections');
    expect((await bea.get(`/console/libraries/${library.websiteId}/patrons`)).status).toBe(403);
    expect((await bea.get(`/console/libraries/${other.websiteId}/settings`)).status).toBe(200);
    expect(await logged(named('bea'))).toEqual(['roles-changed']);
  });

  test('loses all roles once that was asked, and can get some again by its name', async () => {
    await add('ben', 'desk');
    const address = await addressOf('ben');
    const none = await admin.submit(`${address}/roles`, { _method: 'PUT' });
    expect([none.status, none.text]).toEqual([422, expect.stringContaining('This must be at least one.')]);
    expect(none.text).toContain(`${named('ben')} can do nothing in this library any more.`);
    expect(await rolesOf('ben')).toBe('desk');
    await admin.submit(`${address}/roles`, { _method: 'DELETE' });
    expect(await rolesOf('ben')).toBeUndefined();
    const taken = await admin.submit(accounts, { name: named('ben'), viewer: 'true' });
    expect(taken.status).toBe(422);
    expect(linkTo(taken, `Change the roles of ${named('ben')}`)).toBe(address);
    await admin.submit(`${address}/roles`, { _method: 'PUT', viewer: 'true' });
    expect(await rolesOf('ben')).toBe('viewer');
  });

  test('is signed out, gets a new password that is asked for and shown once, and is removed once that was asked', async () => {
    const bill = await ConsoleClient.signIn(library, 'bill', ['desk']);
    const address = await addressOf('bill');
    const out = await admin.submit(`${address}/sessions/end`, {});
    expect(out.text).toContain(`${named('bill')} is signed out everywhere.`);
    expect((await bill.send('/console/libraries')).status).toBe(303);
    const { html, text } = await admin.get(address);
    expect(html).toMatch(/<summary>More<\/summary><details.*Make a new password …<\/summary>/);
    for (const told of ['The password until now ends', 'This cannot be undone.'])
      expect(text).toContain(told);
    const password = secretOn(await admin.submit(`${address}/password`, {}));
    expect([await canSignIn('bill'), await canSignIn('bill', password)]).toEqual([false, true]);
    expect((await admin.submit(address, REMOVAL)).text).toContain(`${named('bill')} is removed.`);
    expect(await canSignIn('bill', password)).toBe(false);
    expect((await admin.get(address)).status).toBe(404);
    const log = ['account-signed-out', 'password-changed', 'account-removed'];
    expect(await logged(named('bill'))).toEqual(log);
  });

  test.each(['in another library', 'in all libraries'])(
    'that works %s, too, is signed out and removed, and gets a password, by nobody of this one alone',
    async (where) => {
      const [name, elsewhere] = where === 'in all libraries' ? ['chief', null] : ['both', other.websiteId];
      await add(name, 'desk');
      await setRoles(database, named(name), elsewhere, ['viewer']);
      const address = await addressOf(name);
      const page = await admin.get(address);
      expect(page.text).toContain('has roles elsewhere, too');
      for (const part of ['sessions/end', 'password']) {
        expect(page.html).not.toContain(`${address}/${part}`);
        expect((await admin.submit(`${address}/${part}`, {})).status).toBe(403);
      }
      expect(page.html).not.toContain('Remove the account');
      expect((await admin.submit(address, REMOVAL)).status).toBe(403);
      expect([await canSignIn(name), await logged(named(name))]).toEqual([true, []]);
      await setRoles(database, named('ada'), elsewhere, ['admin']);
      expect((await admin.submit(address, REMOVAL)).text).toContain(`${named(name)} is removed.`);
      await setRoles(database, named('ada'), elsewhere, []);
    },
  );

  test('that works elsewhere alone has no page here', async () => {
    await add('other', 'desk', other.websiteId);
    const { staffId } = await database.prisma.staff.findFirstOrThrow({ where: { name: named('other') } });
    expect((await admin.get(`${accounts}/${staffId}`)).status).toBe(404);
    expect((await admin.submit(`${accounts}/${staffId}/password`, {})).status).toBe(404);
    expect((await admin.submit(`${accounts}/${staffId}`, REMOVAL)).status).toBe(404);
    expect(
      (await admin.submit(`${accounts}/${staffId}/roles`, { _method: 'PUT', admin: 'true' })).status,
    ).toBe(404);
    const taken = await admin.submit(accounts, { name: named('other'), desk: 'true' });
    expect([taken.status, linkTo(taken, `Change the roles of ${named('other')}`)]).toEqual([422, '']);
  });

  test('of one’s own keeps its roles, and is not removed', async () => {
    const address = await addressOf('ada');
    const page = await admin.get(address);
    expect(page.text).toContain('This is your own account');
    expect(page.html).not.toContain(`${address}/`);
    const roles = { _method: 'PUT', viewer: 'true' };
    for (const [part, form] of [['/roles', roles], ['/sessions/end'], ['/password'], ['', REMOVAL]] as const)
      expect((await admin.submit(`${address}${part}`, form ?? {})).status).toBe(403);
    expect(await rolesOf('ada')).toBe('admin');
  });

  test('for the identity provider gets no new password here', async () => {
    const email = `${named('cy')}@example.org`;
    const wanted = { name: named('cy'), email, roles: ['desk'], websiteId: library.websiteId } as const;
    await addAccount(database, wanted);
    const address = await addressOf('cy');
    expect((await admin.get(address)).html).not.toContain(`${address}/password`);
    expect((await admin.submit(`${address}/password`, {})).status).toBe(403);
  });
});

test('an API token is added, shown once, and removed', async () => {
  const name = named('ils');
  const token = secretOn(await admin.submit(`${accounts}/tokens`, { name, desk: 'true', days: 30 }));
  const { patronId } = await library.addPatron();
  const machine = new PatronClient(library.service.url, token);
  const statusOf = async (): Promise<number> =>
    (await machine.get(`/operator/v1/patrons/${patronId}`)).status;
  expect(await statusOf()).toBe(200);
  expect(rowsOf(await admin.get(accounts)).find(([each]) => each === name)?.[3]).not.toBe('never');
  const refused = await admin.submit(`${accounts}/tokens`, { name, desk: 'true', days: 'soon' });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('from 1 to 3650')]);
  await admin.submit(await addressOf('ils'), REMOVAL);
  expect(await statusOf()).toBe(401);
  expect(await logged(name)).toEqual(['token-added', 'token-removed']);
});
