import { purgeActions } from '../../../src/staff/actions/action-log.store.js';
import { mustSucceed, PatronClient } from '../../support/client.js';
import { SettingsKind } from '../../../src/records/kinds/settings/settings.kind.js';
import { importLogOf } from '../../../src/staff/actions/action-log.js';
import { INSTALLATION } from '../../../src/staff/permissions/staff-principal.js';
import { advanceClock, HOUR } from '../../support/clock.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { emptyLibrary, hold, patron, reserveIdOf, smallLibrary, toLines } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { statement } from '../../../src/platform/database/statement.js';
import { ConsoleClient } from '../../support/console/console-client.js';
import { addMachine, addMember, Browser } from '../../support/staff/staff-members.js';

const ACTIONS = '/operator/v1/actions';
const NDJSON = { 'content-type': 'application/x-ndjson' };

let service: ServiceUnderTest;
let operator: PatronClient;
let desk: PatronClient;
let admin: PatronClient;
let otherAdmin: PatronClient;
beforeEach(async () => {
  service = await startService(
    [
      ...smallLibrary(3, [0, 1]),
      hold(1),
      hold(2),
      ...emptyLibrary(38, { name: 'Other Library' }),
      patron(9001, { websiteId: 38 }),
    ],
    { OPERATOR_TOKEN },
  );
  const client = async (name: string, role: 'desk' | 'admin', websiteId: number): Promise<PatronClient> =>
    new PatronClient(service.url, await addMachine(service, name, [role], websiteId));
  operator = new PatronClient(service.url, OPERATOR_TOKEN);
  desk = await client('desk', 'desk', 37);
  admin = await client('admin', 'admin', 37);
  otherAdmin = await client('other-admin', 'admin', 38);
});
afterEach(() => service.close());

type Entry = Readonly<Record<string, unknown>>;

/** Without those of accounts: each test has some. */
async function actionsSeenBy(client: PatronClient, query = ''): Promise<Entry[]> {
  return (await allActionsSeenBy(client, query)).filter(({ account }) => account === undefined);
}

async function allActionsSeenBy(client: PatronClient, query = ''): Promise<Entry[]> {
  const answer = await client.get(`${ACTIONS}${query}`);
  expectOk(answer);
  return (answer.body as { actions: Entry[] }).actions;
}

const named = (entries: readonly Entry[]): unknown[][] =>
  entries.map(({ action, staff, patronId }) => [action, (staff as { name: string }).name, patronId]);

test('says who did what for whom, the latest hour first, and names no title with a patron', async () => {
  await desk.send('POST', '/operator/v1/patrons/1/holds/1/removal');
  await advanceClock(service, HOUR);
  const borrower = await service.signIn(3);
  await mustSucceed(borrower.post('/v1/patrons/me/checkouts', { reserveId: reserveIdOf(2) }));
  await admin.send('POST', '/operator/v1/patrons/3/checkouts/2/return');
  await advanceClock(service, HOUR);
  await operator.get('/operator/v1/patrons/2/export');
  const entries = await actionsSeenBy(admin);
  expect(named(entries)).toEqual([
    ['patron-exported', 'installation', 2],
    ['checkout-returned', 'admin', 3],
    ['hold-removed', 'desk', 1],
  ]);
  expect(entries[2]).toEqual({
    at: expect.stringMatching(/^\d{4}-.*:00:00Z$/) as unknown,
    action: 'hold-removed',
    websiteId: 37,
    staff: { kind: 'token', id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown, name: 'desk' },
    patronId: 1,
  });
  expect(named(await actionsSeenBy(admin, '?patronId=3'))).toEqual([['checkout-returned', 'admin', 3]]);
  expect(named(await actionsSeenBy(admin, '?limit=1&offset=1'))).toEqual([['checkout-returned', 'admin', 3]]);
});

test('the page of the log shows an administrator the library’s own entries, in words', async () => {
  await desk.send('POST', '/operator/v1/patrons/1/holds/1/removal');
  await operator.get('/operator/v1/patrons/9001/export');
  const page = '/console/libraries/37/actions';
  const staff = await ConsoleClient.signIn(service, 'ada', ['admin']);
  const { text, html } = await staff.get(page);
  expect(text).toMatch(/desk \(API token\) Removed a hold Patron 1/);
  expect(text).toMatch(/ada Signed in –/);
  expect(text).toMatch(/the installation Added an account ada/);
  expect(text).not.toContain('9001');
  expect(html).toContain('<a href="/console/libraries/37/patrons/1">Patron 1</a>');
  const ofPatron = await staff.get(`${page}?patronId=1`);
  expect(ofPatron.text).toContain('Removed a hold');
  expect(ofPatron.text).not.toContain('Signed in');
  expect((await staff.get(`${page}?page=2`)).text).toContain('Nothing was done.');
});

test('every change for a patron or a queue has its entry, and the name of a patron goes with the patron', async () => {
  const placed = await service.signIn(3);
  const email = { emailAddress: 'wrong@example.org' };
  await mustSucceed(placed.post('/v1/patrons/me/holds', { reserveId: reserveIdOf(2), ...email }));
  const retry = (number: number, ticket: number): string =>
    `/operator/v1/libraries/37/titles/${reserveIdOf(number)}/holds/${ticket}/notice/retry`;
  await mustSucceed(desk.post('/operator/v1/patrons/3/category', { category: 'adult' }));
  await mustSucceed(desk.post(retry(2, 1), { emailAddress: 'right@example.org' }));
  await mustSucceed(desk.post(retry(1, 2), {}));
  const collections = await ConsoleClient.signIn(service, 'cora', ['collections']);
  const order = { collectionId: 'main', ownedBefore: 0, owned: 1 };
  await collections.submit(`/console/libraries/37/queues/${reserveIdOf(1)}/copies`, order);
  const entries = await actionsSeenBy(admin);
  const CHANGES = [
    ['hold-address-changed', 'desk', 3, undefined],
    ['mail-retried', 'desk', 2, undefined],
    ['copies-set', 'cora', undefined, reserveIdOf(1)],
    ['patron-category-changed', 'desk', 3, undefined],
  ];
  const told = entries.map(({ action, staff, patronId, reserveId }) => [
    action,
    (staff as { name: string }).name,
    patronId,
    reserveId,
  ]);
  expect(told).toEqual(expect.arrayContaining(CHANGES));
  // It is not told twice that copies were bought.
  expect(told.filter(([, name]) => name === 'cora').filter(([action]) => action !== 'signed-in')).toEqual([
    CHANGES[2],
  ]);

  await advanceClock(service, HOUR);
  await mustSucceed(admin.post('/operator/v1/patrons/3/merge', { into: 2 }));
  const left = named(await actionsSeenBy(admin));
  expect(left[0]).toEqual(['patron-merged', 'admin', 2]);
  expect(left.filter(([, , patronId]) => patronId === 3)).toEqual([]);
});

test('another PIN ends the patron’s tokens, and is in the log with the patron; the same PIN does neither', async () => {
  const statusOf = async (client: PatronClient): Promise<number> =>
    (await client.get('/v1/patrons/me')).status;
  const send = (number: number, pin: string): Promise<unknown> =>
    mustSucceed(
      desk.send('POST', '/operator/v1/records', {
        headers: { 'content-type': 'application/x-ndjson' },
        body: JSON.stringify(patron(number, { pin })),
      }),
    );
  const changesOf = async (): Promise<unknown[]> =>
    named(await actionsSeenBy(admin)).filter(([action]) => action === 'pin-changed');
  const [one, two] = [await service.signIn(1), await service.signIn(2)];
  await send(1, '1357');
  // By the hour, as everything that is kept beside a patron.
  expect((await actionsSeenBy(admin, '?patronId=1')).map(({ at }) => at)).toEqual([
    expect.stringMatching(/:00:00Z$/),
  ]);
  expect([await statusOf(one), await statusOf(two), await changesOf()]).toEqual([
    401,
    200,
    [['pin-changed', 'desk', 1]],
  ]);
  const again = await service.signIn(1);
  await send(1, '1357');
  await send(901, '1357');
  expect([await statusOf(again), await changesOf()]).toEqual([200, [['pin-changed', 'desk', 1]]]);
});

test('ending a patron’s sessions is in the log', async () => {
  const one = await service.signIn(1);
  await mustSucceed(desk.send('POST', '/operator/v1/patrons/1/sessions/end'));
  expect((await one.get('/v1/patrons/me')).status).toBe(401);
  expect(named(await actionsSeenBy(admin))).toEqual([['sessions-ended', 'desk', 1]]);
});

describe('a sign-in', () => {
  const ofSignIns = async (): Promise<unknown[]> =>
    (await actionsSeenBy(operator))
      .filter(({ action }) => ['signed-in', 'sign-in-refused'].includes(action as string))
      .map(({ action, staff, websiteId }) => [action, (staff as { name: string }).name, websiteId])
      .sort();

  test('is in the log of each library of the account', async () => {
    await addMember(service, 'vera', ['desk']);
    await addMember(service, 'olga', ['desk'], null);
    for (const name of ['vera', 'olga']) await new Browser(service.url).signIn(name);
    expect(await ofSignIns()).toEqual([
      ['signed-in', 'olga', 37],
      ['signed-in', 'olga', 38],
      ['signed-in', 'vera', 37],
    ]);
  });

  test('that is refused is in the log once an hour, and what was typed for an unknown name is not', async () => {
    await addMember(service, 'vera', ['desk']);
    const browser = new Browser(service.url);
    for (const name of ['vera', 'vera', 'my-secret-typed-as-a-name'])
      await browser.signIn(name, 'wrong password');
    expect(await ofSignIns()).toEqual([['sign-in-refused', 'vera', 37]]);
  });
});

test('a refused request leaves no entry', async () => {
  expectRefusal(
    await desk.send('POST', '/operator/v1/patrons/3/holds/1/removal'),
    'PatronDoesntHaveTitleOnHold',
  );
  expectRefusal(
    await desk.send('POST', '/operator/v1/patrons/3/checkouts/2/return'),
    'PatronDoesntHaveTitleCheckedOut',
  );
  expect(await actionsSeenBy(admin)).toEqual([]);
});

describe('if an entry cannot be written, nothing is changed', () => {
  const run = (text: string): Promise<Record<string, unknown>[]> => service.database.run(statement('', text));
  const without = async (act: () => Promise<unknown>): Promise<void> => {
    await run('ALTER TABLE staff_action RENAME TO staff_action_away');
    await act().finally(() => run('ALTER TABLE staff_action_away RENAME TO staff_action'));
  };
  const send = (body: string) => admin.send('POST', '/operator/v1/records', { headers: NDJSON, body });

  test('by the removal of a hold', async () => {
    await without(async () => {
      const { status } = await desk.send('POST', '/operator/v1/patrons/1/holds/1/removal');
      expect(status).toBe(500);
    });
    expect((await (await service.signIn(1)).get('/v1/patrons/me/holds')).body.totalItems).toBe(1);
  });

  test('by records', async () => {
    await without(async () => expect((await send(toLines(patron(801)))).status).toBe(500));
    expect(await run('SELECT FROM patron WHERE patron_id = 801')).toEqual([]);
  });

  test('by copies that are bought', async () => {
    const collections = await ConsoleClient.signIn(service, 'cora', ['collections']);
    const order = { collectionId: 'main', ownedBefore: 0, owned: 1 };
    await without(() =>
      collections
        .submit(`/console/libraries/37/queues/${reserveIdOf(1)}/copies`, order)
        .catch(() => undefined),
    );
    const owned = `SELECT owned FROM copies WHERE reserve_id = '${reserveIdOf(1)}'`;
    expect(await run(owned)).toEqual([{ owned: 0 }]);
  });

  test('by a library’s settings', async () => {
    const log = importLogOf(INSTALLATION);
    const kind = new SettingsKind(service.database, { outbound: { privateNetworks: [] } });
    const rates = { perPatron: null, perClient: null, perLibrary: 777 };
    const settings = {
      websiteId: 37,
      mail: null,
      notices: null,
      identityProvider: null,
      rates,
      collections: null,
      content: null,
    };
    await without(() => expect(kind.apply([settings], log)).rejects.toThrow('staff_action'));
    expect(await run('SELECT FROM library_settings WHERE website_id = 37')).toEqual([]);
  });
});

test('a library’s settings that are changed are in the log, and those that stay the same are not', async () => {
  const body = toLines({ record: 'settings', websiteId: 37, rates: { perLibrary: 777 } });
  for (let times = 0; times < 2; times++)
    await mustSucceed(admin.send('POST', '/operator/v1/records', { headers: NDJSON, body }));
  const told = (await actionsSeenBy(admin)).filter(({ action }) => action === 'settings-changed');
  expect(named(told)).toEqual([['settings-changed', 'admin', undefined]]);
});

test('each administrator sees the actions of the own library, and the operator those of all', async () => {
  await operator.get('/operator/v1/patrons/1/export');
  await operator.get('/operator/v1/patrons/9001/export');
  const seen = async (client: PatronClient, query?: string): Promise<unknown[]> =>
    (await actionsSeenBy(client, query)).map(({ websiteId }) => websiteId);
  expect(await seen(admin)).toEqual([37]);
  expect(await seen(otherAdmin)).toEqual([38]);
  expect((await seen(operator)).toSorted()).toEqual([37, 38]);
  expect(await seen(operator, '?websiteId=38')).toEqual([38]);
  // However the library is named, and however often.
  for (const query of ['?websiteId=38', '?WEBSITEID=38', '?websiteId=37&WebsiteId=38'])
    expectRefusal(await admin.get(`${ACTIONS}${query}`), 'NotFound');
});

test('forgetting a patron deletes the entries about the patron, and leaves one without a number', async () => {
  await desk.send('POST', '/operator/v1/patrons/1/holds/1/removal');
  expect((await admin.delete('/operator/v1/patrons/1')).status).toBe(204);
  expect(named(await actionsSeenBy(admin))).toEqual([['patron-forgotten', 'admin', undefined]]);
});

test('an import leaves one entry for each library', async () => {
  const body = toLines(patron(4), patron(5), patron(9002, { websiteId: 38 }), patron(1, { websiteId: 99 }));
  await operator.send('POST', '/operator/v1/records', { headers: NDJSON, body });
  const entries = await actionsSeenBy(operator);
  expect(entries.map(({ action, websiteId }) => [action, websiteId]).sort()).toEqual([
    ['records-imported', 37],
    ['records-imported', 38],
  ]);
});

test('entries are deleted after 90 days', async () => {
  await operator.get('/operator/v1/patrons/1/export');
  await operator.get('/operator/v1/patrons/2/export');
  const AGE = "UPDATE staff_action SET at = now() - interval '90 days' WHERE patron_id = 1";
  const ALMOST = "UPDATE staff_action SET at = now() - interval '2159 hours' WHERE patron_id = 2";
  for (const text of [AGE, ALMOST]) await service.database.run(statement('', text));
  expect(await purgeActions(service.database)).toBe(1);
  expect(named(await actionsSeenBy(operator))).toEqual([['patron-exported', 'installation', 2]]);
});
