import { purgeActions } from '../../../../src/staff/actions/action-log.store.js';
import { mustSucceed, PatronClient } from '../../../support/client.js';
import { SecretSeal } from '../../../../src/platform/secret-seal.js';
import { newTally } from '../../../../src/records/engine/record-kind.js';
import { SettingsKind } from '../../../../src/records/kinds/settings/settings.kind.js';
import { removeAccount } from '../../../../src/staff/accounts/accounts.js';
import { importLogOf } from '../../../../src/staff/actions/action-log.js';
import { INSTALLATION, type Role } from '../../../../src/staff/permissions/staff-principal.js';
import { advanceClock, HOUR } from '../../../support/clock.js';
import { expectOk, expectRefusal } from '../../../support/answers.js';
import { patron as patronRecord, type TestRecord, toLines } from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { statement } from '../../../../src/platform/database/statement.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { TestLibrary, type TestPatron } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import { addMachine, addMember, Browser, nameIn } from '../../../support/staff/staff-members.js';

const ACTIONS = '/operator/v1/actions';

let library: TestLibrary;
let other: TestLibrary;
let database: Database;
let operator: PatronClient;
let desk: PatronClient;
let admin: PatronClient;
let otherAdmin: PatronClient;
beforeEach(async () => {
  [library, other] = [await TestLibrary.open(), await TestLibrary.open()];
  ({ database } = library.service);
  operator = new PatronClient(library.service.url, OPERATOR_TOKEN);
  [desk, admin] = [await machine(library, 'desk'), await machine(library, 'admin')];
  otherAdmin = await machine(other, 'admin');
});

const named = (name: string): string => nameIn(library, name);

async function machine(of: TestLibrary, role: Role): Promise<PatronClient> {
  const token = await addMachine(of.service, nameIn(of, role), [role], of.websiteId);
  return new PatronClient(of.service.url, token);
}

/** A machine or a person of the library sends records. */
const send = (client: PatronClient, ...records: TestRecord[]) =>
  client.send('POST', '/operator/v1/records', {
    headers: { 'content-type': 'application/x-ndjson' },
    body: toLines(...records),
  });
const recordOf = (patronId: number, members: object = {}) =>
  patronRecord(patronId, { websiteId: library.websiteId, ...members });

const pathOf = ({ patronId }: TestPatron): string => `/operator/v1/patrons/${patronId}`;
async function removeHold(of = library): Promise<TestPatron> {
  const { patron, title } = await of.waiting();
  await mustSucceed(desk.send('POST', `${pathOf(patron)}/holds/${title.crossRefId}/removal`));
  return patron;
}
const exportOf = (patron: TestPatron): Promise<unknown> =>
  mustSucceed(operator.get(`${pathOf(patron)}/export`));

interface Entry {
  readonly action: string;
  readonly at: string;
  readonly websiteId: number;
  readonly staff: { readonly kind: string; readonly name: string };
  readonly patronId?: number;
  readonly reserveId?: string;
  readonly account?: string;
}

/** Without those of accounts: each test has some. */
async function actionsSeenBy(client: PatronClient, query = ''): Promise<Entry[]> {
  const answer = await client.get(`${ACTIONS}${query}`);
  expectOk(answer);
  return (answer.body as { actions: Entry[] }).actions.filter(({ account }) => account === undefined);
}

/** The action, who did it, and for whom. */
const told = (entries: readonly Entry[]): unknown[][] =>
  entries.map(({ action, staff, patronId }) => [action, staff.name, patronId]);

test('says who did what for whom, the latest hour first, and names no title with a patron', async () => {
  const first = await removeHold();
  await advanceClock(library.service, HOUR);
  const [second, borrowed] = [await library.addPatron(), await library.addTitle(1)];
  await mustSucceed(second.borrow(borrowed));
  await mustSucceed(admin.send('POST', `${pathOf(second)}/checkouts/${borrowed.crossRefId}/return`));
  await advanceClock(library.service, HOUR);
  const third = await library.addPatron();
  await exportOf(third);
  const entries = await actionsSeenBy(admin);
  expect(told(entries)).toEqual([
    ['patron-exported', 'installation', third.patronId],
    ['checkout-returned', named('admin'), second.patronId],
    ['hold-removed', named('desk'), first.patronId],
  ]);
  expect(entries[2]).toEqual({
    at: expect.stringMatching(/^\d{4}-.*:00:00Z$/) as unknown,
    action: 'hold-removed',
    websiteId: library.websiteId,
    staff: { kind: 'token', id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown, name: named('desk') },
    patronId: first.patronId,
  });
  for (const query of [`?patronId=${second.patronId}`, '?limit=1&offset=1'])
    expect(told(await actionsSeenBy(admin, query))).toEqual([
      ['checkout-returned', named('admin'), second.patronId],
    ]);
});

test('the page of the log shows an administrator the library’s own entries, in words', async () => {
  const { patronId } = await removeHold();
  const stranger = await other.addPatron();
  await exportOf(stranger);
  const ofLibrary = `/console/libraries/${library.websiteId}`;
  const page = `${ofLibrary}/actions`;
  const staff = await ConsoleClient.signIn(library, 'ada', ['admin']);
  const { text, html } = await staff.get(page);
  expect(text).toContain(`${named('desk')} (API token) Removed a hold Patron ${patronId}`);
  expect(text).toContain(`${named('ada')} Signed in –`);
  expect(text).toContain(`who runs the service Added an account ${named('ada')}`);
  expect(text).not.toContain(String(stranger.patronId));
  expect(html).toContain(`<a href="${ofLibrary}/patrons/${patronId}">Patron ${patronId}</a>`);
  const ofPatron = await staff.get(`${page}?patronId=${patronId}`);
  expect(ofPatron.text).toContain('Removed a hold');
  expect(ofPatron.text).not.toContain('Signed in');
  expect((await staff.get(`${page}?offset=50`)).text).toContain('Nothing was done.');
});

test('every change for a patron or a queue has its entry, and the name of a patron goes with the patron', async () => {
  const ready = await library.ready({ emailAddress: 'wrong@example.org' });
  const waiting = await library.waiting();
  const retry = (reserveId: string): string =>
    `/operator/v1/libraries/${library.websiteId}/titles/${reserveId}/holds/1/notice/retry`;
  await mustSucceed(desk.post(`${pathOf(ready.patron)}/category`, { category: 'adult' }));
  await mustSucceed(desk.post(retry(ready.title.reserveId), { emailAddress: 'right@example.org' }));
  await mustSucceed(desk.post(retry(waiting.title.reserveId), {}));
  await mustSucceed(desk.send('POST', `${pathOf(ready.patron)}/sessions/end`));
  expectRefusal(await ready.patron.profile(), 'Unauthorized');
  const collections = await ConsoleClient.signIn(library, 'cora', ['collections']);
  const { reserveId } = waiting.title;
  const order = { collectionId: 'main', ownedBefore: 0, owned: 1 };
  await collections.submit(`/console/libraries/${library.websiteId}/queues/${reserveId}/copies`, order);
  const entries = await actionsSeenBy(admin);
  const [of, other] = [ready.patron.patronId, waiting.patron.patronId];
  const changes = [
    ['hold-address-changed', named('desk'), of, undefined],
    ['mail-retried', named('desk'), other, undefined],
    ['patron-category-changed', named('desk'), of, undefined],
    ['sessions-ended', named('desk'), of, undefined],
    // It is not told twice that copies were bought.
    ['copies-set', named('cora'), undefined, reserveId],
  ];
  const seen = entries
    .filter(({ action }) => action !== 'signed-in')
    .map(({ action, staff, patronId, reserveId: title }) => [action, staff.name, patronId, title]);
  expect(seen.sort()).toEqual(changes.sort());

  await advanceClock(library.service, HOUR);
  await mustSucceed(admin.post(`${pathOf(ready.patron)}/merge`, { into: other }));
  const left = told(await actionsSeenBy(admin));
  expect(left[0]).toEqual(['patron-merged', named('admin'), other]);
  expect(left.filter(([, , patronId]) => patronId === of)).toEqual([]);
});

test('another PIN ends the patron’s tokens, and is in the log with the patron; the same PIN does neither', async () => {
  const changesOf = async (): Promise<unknown[]> =>
    told(await actionsSeenBy(admin)).filter(([action]) => action === 'pin-changed');
  const statusOf = async (client: PatronClient): Promise<number> =>
    (await client.get('/v1/patrons/me')).status;
  const [one, two] = await library.addPatrons(2);
  const change = [['pin-changed', named('desk'), one.patronId]];
  await mustSucceed(send(desk, recordOf(one.patronId, { pin: '1357' })));
  // By the hour, as everything that is kept beside a patron.
  expect((await actionsSeenBy(admin, `?patronId=${one.patronId}`)).map(({ at }) => at)).toEqual([
    expect.stringMatching(/:00:00Z$/),
  ]);
  expect([await statusOf(one), await statusOf(two), await changesOf()]).toEqual([401, 200, change]);
  const again = await library.service.signIn(one.patronId);
  const unknown = library.websiteId * 1000;
  for (const patronId of [one.patronId, unknown])
    await mustSucceed(send(desk, recordOf(patronId, { pin: '1357' })));
  expect([await statusOf(again), await changesOf()]).toEqual([200, change]);
});

test('a sign-in is in the log of each library of the account, a refused one once an hour, and no unknown name', async () => {
  await addMember(library.service, named('vera'), ['desk'], library.websiteId);
  await addMember(library.service, named('olga'), ['desk'], null);
  const typed = named('my-secret-typed-as-a-name');
  const browser = new Browser(library.service.url);
  for (const name of [named('vera'), named('vera'), typed]) await browser.signIn(name, 'wrong password');
  for (const name of ['vera', 'olga']) await browser.signIn(named(name));
  const signIns = async (client: PatronClient): Promise<unknown[]> =>
    told(await actionsSeenBy(client))
      .map(([action, name]) => [action, name])
      .sort();
  expect(await signIns(admin)).toEqual([
    ['sign-in-refused', named('vera')],
    ['signed-in', named('olga')],
    ['signed-in', named('vera')],
  ]);
  expect(await signIns(otherAdmin)).toEqual([['signed-in', named('olga')]]);
  expect(await database.prisma.staffAction.count({ where: { staffName: typed } })).toBe(0);
  await removeAccount(database, named('olga'));
});

test('a refused request leaves no entry', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  for (const [path, code] of [
    [`holds/${title.crossRefId}/removal`, 'PatronDoesntHaveTitleOnHold'],
    [`checkouts/${title.crossRefId}/return`, 'PatronDoesntHaveTitleCheckedOut'],
  ] as const)
    expectRefusal(await desk.send('POST', `${pathOf(patron)}/${path}`), code);
  expect(await actionsSeenBy(admin)).toEqual([]);
});

describe('if an entry cannot be written, nothing is changed', () => {
  const run = (text: string): Promise<Record<string, unknown>[]> => database.run(statement('', text));
  const without = async (act: () => Promise<unknown>): Promise<void> => {
    await run('ALTER TABLE staff_action RENAME TO staff_action_away');
    await act().finally(() => run('ALTER TABLE staff_action_away RENAME TO staff_action'));
  };

  test('by the removal of a hold, by records, and by copies that are bought', async () => {
    const { patron, title } = await library.waiting();
    const collections = await ConsoleClient.signIn(library, 'cora', ['collections']);
    const order = { collectionId: 'main', ownedBefore: 0, owned: 1 };
    const patronId = library.websiteId * 1000;
    await without(async () => {
      const removal = `${pathOf(patron)}/holds/${title.crossRefId}/removal`;
      expect((await desk.send('POST', removal)).status).toBe(500);
      expect((await send(admin, recordOf(patronId))).status).toBe(500);
      const copies = `/console/libraries/${library.websiteId}/queues/${title.reserveId}/copies`;
      await collections.submit(copies, order).catch(() => undefined);
    });
    expect((await patron.list()).body.totalItems).toBe(1);
    expect(await database.prisma.patron.count({ where: { patronId } })).toBe(0);
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 0 } });
  });

  test('by a library’s settings', async () => {
    const { websiteId } = library;
    const log = importLogOf(INSTALLATION);
    const kind = new SettingsKind(
      database,
      { outbound: { privateNetworks: [] } },
      new SecretSeal({ webhooksKeys: [] }),
    );
    const rates = { perPatron: null, perClient: null, perLibrary: 777 };
    const nothing = {
      mail: null,
      notices: null,
      identityProvider: null,
      signIn: null,
      collections: null,
      holds: null,
      loans: null,
      content: null,
      shelf: null,
      texts: null,
    };
    const settings = { websiteId, rates, ...nothing };
    await without(() => expect(kind.apply([settings], newTally(log))).rejects.toThrow('staff_action'));
    expect(await database.prisma.librarySettings.count({ where: { websiteId } })).toBe(0);
  });
});

test('each administrator sees the actions of the own library, and the operator those of all', async () => {
  const [one, two] = [await library.addPatron(), await other.addPatron()];
  for (const patron of [one, two]) await exportOf(patron);
  const seen = async (client: PatronClient, query?: string): Promise<number[]> =>
    (await actionsSeenBy(client, query)).map(({ websiteId }) => websiteId);
  expect(await seen(admin)).toEqual([library.websiteId]);
  expect(await seen(otherAdmin)).toEqual([other.websiteId]);
  expect(await seen(operator, `?patronId=${two.patronId}`)).toEqual([other.websiteId]);
  expect(await seen(operator, `?websiteId=${other.websiteId}`)).toEqual([other.websiteId]);
  // However the library is named, and however often.
  const [own, elsewhere] = [library.websiteId, other.websiteId];
  for (const query of [
    `websiteId=${elsewhere}`,
    `WEBSITEID=${elsewhere}`,
    `websiteId=${own}&WebsiteId=${elsewhere}`,
  ])
    expectRefusal(await admin.get(`${ACTIONS}?${query}`), 'NotFound');
});

test('forgetting a patron deletes the entries about the patron, and leaves one without a number', async () => {
  const patron = await removeHold();
  expect((await admin.delete(pathOf(patron))).status).toBe(204);
  expect(told(await actionsSeenBy(admin))).toEqual([['patron-forgotten', named('admin'), undefined]]);
});

test('an import leaves one entry for each library', async () => {
  const [first, { websiteId }] = [library.websiteId * 1000, other];
  const elsewhere = recordOf(first + 2, { websiteId });
  await send(operator, recordOf(first), recordOf(first + 1), elsewhere, recordOf(first, { websiteId: 99 }));
  for (const client of [admin, otherAdmin])
    expect((await actionsSeenBy(client)).map(({ action }) => action)).toEqual(['records-imported']);
});

test('entries are deleted after 90 days', async () => {
  const [old, young] = await library.addPatrons(2);
  for (const patron of [old, young]) await exportOf(patron);
  const AGE = 'UPDATE staff_action SET at = service_now() - $2::interval WHERE patron_id = $1';
  const age = (patron: TestPatron, interval: string): Promise<unknown> =>
    database.run(statement('', AGE), [patron.patronId, interval]);
  await age(young, '2159 hours');
  // Those of other tests.
  while ((await purgeActions(database)) > 0);
  await age(old, '90 days');
  expect(await purgeActions(database)).toBe(1);
  expect(told(await actionsSeenBy(admin))).toEqual([['patron-exported', 'installation', young.patronId]]);
});
