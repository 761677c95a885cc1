import { randomUUID } from 'node:crypto';
import { sampleLibraries } from '../../../src/circulation/library-days.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { endRun, recordProgress, startRun } from '../../../src/records/engine/import-runs.store.js';
import { setRoles } from '../../../src/staff/accounts/accounts.js';
import { findMember } from '../../../src/staff/sign-in/accounts.store.js';
import { OTHER_PATRON_ID, OTHER_WEBSITE_ID } from '../../support/operator/operator-library.js';
import { addMember, nameIn } from '../../support/staff/staff-members.js';
import { PERMISSIONS } from '../../support/requests/staff-routes.js';
import { mustSucceed } from '../../support/client.js';
import { HOLDS } from '../../support/paths.js';
import {
  category,
  collection,
  copies,
  emptyLibrary,
  patron as patronRecord,
  reserveIdOf,
  title as titleRecord,
} from '../../support/records.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';
import { ConsoleClient, type Page } from '../../support/console/console-client.js';

/** Would be an element if a page did not write it as text. */
const MARKUP = '<i>canary</i> "double" \'single\' & more';
const CARD = 'CARD-770077';

const PAGES = Object.entries(PERMISSIONS).filter(
  // With one library, the first page leads on to that library's.
  ([route, { library }]) =>
    route.startsWith('GET /console/') && library !== 'open' && !route.endsWith('.css'),
);
/** Those about one library that collections' staff may see. */
const WITHOUT_PATRONS = PAGES.filter(
  ([, { library, roles }]) => library === 'path' && roles.includes('collections'),
).map(([route]) => route);

let library: TestLibrary;
let staff: ConsoleClient;
let patron: TestPatron;
let title: TestTitle;
/** To the patron. */
let lent: TestTitle;
/** The patron's hold on it is suspended. */
let rested: TestTitle;
let importId: string;
let webhookId: string;
/** Of somebody on the library's staff. */
let staffId: string;
/** The pages without the other library and with it, by route. */
let before: ReadonlyMap<string, Page>;
let after: ReadonlyMap<string, string>;
let otherImportId: string;

const FAIL_NOTICES = statement(
  'test-fail-notices',
  `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, failed_at, smtp_code)
   SELECT website_id, reserve_id, ticket, expires_at, service_now(), 550 FROM hold
   WHERE website_id = $1 AND expires_at IS NOT NULL`,
);

const ADD_WEBHOOK = statement<{ webhookId: string }>(
  'test-add-webhook',
  `INSERT INTO webhook (website_id, url, types, secret, patrons_position, titles_position, shuffled_to, created_at)
   VALUES ($1::int, 'https://receiver.example.org/' || $1::int, '{hold.placed}', 'whsec_', 0, 0, 0, service_now())
   RETURNING webhook_id AS "webhookId"`,
);

async function addWebhook(websiteId: number): Promise<string> {
  const [row] = await library.service.database.run(ADD_WEBHOOK, [websiteId]);
  return row!.webhookId;
}

async function runImport(websiteId: number, fileName: string): Promise<string> {
  const { database } = library.service;
  const run = { websiteId, importId: randomUUID() };
  await startRun(database, { ...run, fileName, startedBy: 'dora', bytes: 10 });
  const progress = { bytes: 10, applied: 3, rejected: 1 };
  await recordProgress(database, run, progress, [{ line: 7, message: `${fileName} is wrong` }]);
  await endRun(database, run, { failure: null });
  return run.importId;
}

/** A ready hold whose notice was refused, holds that wait, a loan, a limited suspension, and an import. */
beforeAll(async () => {
  library = await TestLibrary.alone({ name: `Harbour ${MARKUP}` });
  await library.import(
    collection('odd', { name: `Collection ${MARKUP}` }),
    category('odd', ['odd'], {}),
    patronRecord(770_077, { cardNumber: CARD }),
  );
  title = await library.addTitle({ main: 1, odd: 0 }, { title: `Title ${MARKUP}`, publisher: MARKUP });
  patron = await library.addPatron({ cardNumber: MARKUP });
  await mustSucceed(patron.place(title));
  await mustSucceed((await library.service.signIn(770_077)).post(HOLDS, held(title.reserveId)));
  const [, , suspended] = await library.fillQueue(title, 3);
  await mustSucceed(suspended.suspend(title, { suspensionType: 'limited', numberOfDays: 2 }));
  lent = await library.addTitle(1, { title: `Lent ${MARKUP}` });
  await mustSucceed(patron.borrow(lent));
  rested = await library.addTitle(0, { title: `Rested ${MARKUP}` });
  await mustSucceed(patron.place(rested));
  await mustSucceed(patron.suspend(rested));
  await library.service.database.run(FAIL_NOTICES, [library.websiteId]);
  // The age of the oldest notice that waits would grow while the tests run.
  await library.service.database.run(statement('test-no-notices', 'DELETE FROM notice_outbox'));
  importId = await runImport(library.websiteId, `${MARKUP}.ndjson`);
  webhookId = await addWebhook(library.websiteId);
  const days = { kind: 'holiday', name: `Days ${MARKUP}`, from: '2026-12-24' };
  await library.import({ record: 'calendar', websiteId: library.websiteId, entryId: 'holidays', ...days });
  await addMember(library.service, MARKUP, ['desk']);
  staffId = (await findMember(library.service.database, { name: MARKUP }))!.staffId;
  await sampleLibraries(library.service.database);
  staff = await ConsoleClient.signIn(library, 'cora', ['desk', 'collections', 'admin']);
  before = await pages((address) => staff.get(address));
  otherImportId = await addOtherLibrary();
  after = await pages(async (address) => (await staff.send(address)).text());
});
afterAll(() => library.close());

const held = (reserveId: string): Record<string, string> => ({ reserveId, emailAddress: 'held@example.org' });

function titleOf(route: string): TestTitle {
  if (/(?:resumption|last-day)$/.test(route)) return rested;
  return route.includes('/checkouts/') ? lent : title;
}

function addressOf(route: string, members: Readonly<Record<string, string>> = {}): string {
  const variables: Readonly<Record<string, string>> = {
    websiteId: String(library.websiteId),
    id: titleOf(route).reserveId,
    ticket: '1',
    patronId: String(patron.patronId),
    importId,
    webhookId,
    staffId,
    entryId: 'holidays',
    ...members,
  };
  const path = route.replace('GET ', '').replace(/:(\w+)/g, (_, name: string) => variables[name] ?? name);
  if (path.endsWith('/holds')) return `${path}?title=title`;
  if (path.endsWith('/placement')) return `${path}?reserveId=${title.reserveId}`;
  if (path.endsWith('/what-if/result')) return `${path}?title=${title.reserveId}&pickupHours=24`;
  return `${path}${/\/queues|\/to-buy/.test(path) ? '?targetRatio=1' : ''}`;
}

async function pages<Content>(load: (address: string) => Promise<Content>): Promise<Map<string, Content>> {
  const found = new Map<string, Content>();
  for (const [route] of PAGES) found.set(route, await load(addressOf(route)));
  return found;
}

/** Without what moves with the clock, and the number of what a form would add. */
const stillIn = (html: string): string =>
  // A preview names a time that is two days ahead, and an export and the log the exports before it.
  html
    .replaceAll(/<time [^>]*>[^<]*<\/time>|\w+, \d+ \w+ \d+ at \d+:\d+ UTC/g, '')
    .replaceAll(/calendar\/[-0-9a-f]{36}/g, 'calendar/')
    .replace(/"staffActions":\s*\[[^\]]*\]/, '')
    .replaceAll(/<tr>(?:(?!<\/tr>).)*Exported a patron(?:(?!<\/tr>).)*<\/tr>/g, '');

test.each(PAGES.map(([route]) => route))('%s shows names as text', (route) => {
  const { html, headers, status } = before.get(route)!;
  expect(status).toBe(200);
  if (headers.get('content-type')?.startsWith('text/html') === true)
    expect(/.{0,60}<i>.{0,60}/.exec(html)).toBeNull();
  // A file, which browsers save.
  else expect(headers.get('content-disposition')).toMatch(/^attachment/);
});

test('the names would be seen', () => {
  const all = [...before.values()].map(({ html }) => html).join('');
  for (const name of ['Harbour', 'Collection', 'Title', 'Lent', 'Import of'])
    expect(all).toContain(`${name} &lt;i>canary`);
});

test.each(WITHOUT_PATRONS)('%s names no patron', (route) => {
  const content = stillIn(before.get(route)!.html);
  for (const text of ['770077', CARD, 'held@example.org', patron.emailAddress, '/patrons/'])
    expect(content).not.toContain(text);
});

const ELSEWHERE = reserveIdOf(900);

/** The same in another library, whose names and numbers are its own. */
async function addOtherLibrary(): Promise<string> {
  const there = { websiteId: OTHER_WEBSITE_ID };
  await library.import(
    ...emptyLibrary(OTHER_WEBSITE_ID, { name: 'Elsewhere' }),
    titleRecord(900, { title: 'Only elsewhere' }),
    { ...copies(900, 1), ...there },
    { ...copies(title.crossRefId, 4), ...there },
    ...[0, 1, 2].map((index) => patronRecord(OTHER_PATRON_ID + index, there)),
  );
  for (const index of [0, 1, 2]) {
    const other = await library.service.signIn(OTHER_PATRON_ID + index);
    for (const reserveId of [ELSEWHERE, title.reserveId])
      await mustSucceed(other.post(HOLDS, { reserveId, ignoreHoldEmail: true }));
  }
  await library.service.database.run(FAIL_NOTICES, [OTHER_WEBSITE_ID]);
  await sampleLibraries(library.service.database);
  await addWebhook(OTHER_WEBSITE_ID);
  return runImport(OTHER_WEBSITE_ID, 'elsewhere.ndjson');
}

test.each(PAGES.map(([route]) => route))('nothing that another library does changes %s', (route) => {
  expect(stillIn(after.get(route)!)).toBe(stillIn(before.get(route)!.html));
});

test('the other library sees what it does', async () => {
  const otto = await ConsoleClient.signIn({ service: library.service, websiteId: OTHER_WEBSITE_ID }, 'otto');
  const there = { websiteId: String(OTHER_WEBSITE_ID), id: ELSEWHERE, importId: otherImportId };
  for (const [page, shown] of [
    ['/libraries', 'Elsewhere'],
    ['/libraries/:websiteId', '4 were refused since yesterday'],
    ['/libraries/:websiteId/queues', 'Only elsewhere'],
    ['/libraries/:websiteId/to-buy', 'Only elsewhere'],
    ['/libraries/:websiteId/webhooks', `https://receiver.example.org/${OTHER_WEBSITE_ID}`],
    ['/libraries/:websiteId/mail', `Patron ${OTHER_PATRON_ID}`],
    ['/libraries/:websiteId/imports', 'elsewhere.ndjson'],
  ] as const)
    expect((await otto.get(addressOf(`/console${page}`, there))).html).toContain(shown);
});

test('whoever serves two libraries sees the notices of each with its name', async () => {
  const olga = await ConsoleClient.signIn(library, 'olga', ['desk']);
  await setRoles(library.service.database, nameIn(library, 'olga'), OTHER_WEBSITE_ID, ['admin']);
  const { text } = await olga.get('/console');
  expect(text).toContain('Elsewhere: 4 notices not delivered');
  expect(text).toContain(`Harbour ${MARKUP}: 1 notice not delivered`);
});

test('sending all notices again leaves those of other libraries', async () => {
  const failures = statement<{ id: number }>(
    'test-failures',
    'SELECT website_id AS id FROM notice_failure ORDER BY 1',
  );
  expect(await library.service.database.run(failures)).toContainEqual({ id: OTHER_WEBSITE_ID });
  const mail = `/console/libraries/${library.websiteId}/mail`;
  expect((await staff.submit(`${mail}/retry`, {})).text).toContain('1 notice is being sent again.');
  const left = await library.service.database.run(failures);
  expect([...new Set(left.map(({ id }) => id))]).toEqual([OTHER_WEBSITE_ID]);
  await library.service.database.run(FAIL_NOTICES, [library.websiteId]);
});

test('a viewer sees no alert and no form besides the pages that are open to viewers', async () => {
  const viewer = await ConsoleClient.signIn(library, 'vera', ['viewer']);
  const ofLibrary = `/console/libraries/${library.websiteId}`;
  expect((await viewer.get(ofLibrary)).html).not.toMatch(/\/(imports|mail|webhooks|patrons)/);
  const queue = await viewer.get(`${ofLibrary}/queues/${title.reserveId}`);
  expect([queue.status, queue.html]).toEqual([200, expect.not.stringMatching(/\/copies"|\/patrons\//)]);
});
