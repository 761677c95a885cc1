import type { Browser, Page, Response } from 'playwright-core';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { addMember, PASSWORD } from '../../../support/staff/staff-members.js';
import { PERMISSIONS } from '../../../support/requests/staff-routes.js';
import {
  DESK,
  hasChromium,
  launchBrowser,
  openPage,
  type PageOptions,
  requireAccessible,
  requireKeyboardAccess,
  requireNoSidewaysScrolling,
} from '../../support/browser.js';
import { requireBoxesBesideWords, requireCellsUnderHeadings, requireWholeWords } from './whole-tables.js';
import { WIDE_BRAND } from '../../support/wide-brand.js';
import { mustSucceed } from '../../../support/client.js';
import { DAY, eventually } from '../../../support/clock.js';
import { MailServer } from '../../../support/mail-server.js';
import { toLines, WEBSITE_ID } from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { TestLibrary } from '../../../support/test-library.js';

/** Files, and a mail, in which no script may run: its own tests look at it. */
const FILES = /\.css$|\.csv$|\/export$|\/previews\/mail$|\/settings\/preview(\/shelf)?$/;
const PAGES = Object.keys(PERMISSIONS)
  .filter((route) => route.startsWith('GET /console') && !FILES.test(route) && !route.includes('/sign-in'))
  .map((route) => route.replace('GET ', ''));

/** What else some of them show. */
const STATES = [
  '/console/libraries/:websiteId/queues?creator=author&formatClass=eBook&collectionId=main',
  '/console/libraries/:websiteId/queues?creator=nobody',
  '/console/libraries/:websiteId/to-buy?targetRatio=1000',
  '/console/libraries/:websiteId/licences?withinDays=0&loansLeft=0',
  '/console/libraries/:websiteId/what-if/result?title=title&pickupHours=24',
  '/console/libraries/:websiteId/charts?figure=placed',
];

let mails: MailServer;
let library: TestLibrary;
let browser: Browser;
/** What varies in the addresses. */
let variables: Readonly<Record<string, string>>;
/** A title that nobody wants. */
let free: string;

beforeAll(async () => {
  if (!hasChromium) return;
  mails = await MailServer.start();
  mails.answerAllWith({ refused: 'recipient', code: 550 });
  library = await TestLibrary.alone(
    { name: 'Harbour Public Library of a Town with a Long Name' },
    {
      OPERATOR_TOKEN,
      ROLE: 'all',
      SMTP_URL: mails.url,
      PUBLIC_URL: 'http://127.0.0.1',
      DRAWN_COVERS: 'true',
    },
  );
  await library.import({ record: 'settings', websiteId: WEBSITE_ID, notices: WIDE_BRAND });
  await addMember(library.service, 'dana', ['admin']);
  await addMember(library.service, 'vera', ['viewer']);
  const [{ title, patron, borrowedId, suspendedId }, importId] = [
    await holdsInEveryCondition(),
    await importWithRejectedLines(),
  ];
  variables = {
    websiteId: String(WEBSITE_ID),
    id: title.reserveId,
    reserveId: title.reserveId,
    borrowedId,
    suspendedId,
    ticket: '1',
    patronId: String(patron.patronId),
    importId,
    entryId: '1',
    webhookId: await addWebhook(),
    staffId: await addColleague(),
  };
  free = (await library.addTitle()).reserveId;
  await library.setLicence(title, `urn:uuid:${'0'.repeat(60)}`, {
    name: 'Two years',
    loans: 3,
    price: 59.9,
    currency: 'EUR',
  });
  const closed = {
    record: 'calendar',
    websiteId: WEBSITE_ID,
    entryId: '1',
    kind: 'closed',
    suspendsHolds: true,
  };
  await library.import({
    ...closed,
    name: `Christmas${'es'.repeat(40)}`,
    from: '2030-12-24',
    repeats: 'yearly',
  });
  await addYesterday();
  browser = await launchBrowser();
});
afterAll(async () => {
  if (!hasChromium) return;
  await browser.close();
  await library.close();
  await mails.stop();
});

/** One patron with a ready hold whose notice was refused, and with holds in all other conditions. */
async function holdsInEveryCondition(): Promise<
  Awaited<ReturnType<TestLibrary['ready']>> & { readonly borrowedId: string; readonly suspendedId: string }
> {
  const ready = await library.ready();
  const { patron } = ready;
  const longTitle = { title: 'Pneumonoultramicroscopic'.repeat(6).slice(0, 140) };
  const [waiting, suspended, limited] = [
    await library.addTitle(0, longTitle),
    await library.addTitle(),
    await library.addTitle(),
  ];
  await library.fillQueue(waiting, 3);
  for (const title of [waiting, suspended, limited]) await mustSucceed(patron.place(title));
  await mustSucceed(patron.suspend(suspended));
  await mustSucceed(patron.suspend(limited, { suspensionType: 'limited', numberOfDays: 2 }));
  const borrowed = await library.addTitle(1);
  await mustSucceed(patron.borrow(borrowed));
  const operator = new OperatorClient(library.service.url);
  await eventually(async () => expect((await operator.unsentMail()).body.notices).toHaveLength(1));
  return { ...ready, borrowedId: borrowed.reserveId, suspendedId: suspended.reserveId };
}

/** With today's figures, which the worker writes, there are charts. */
async function addYesterday(): Promise<void> {
  const counts = { placed: 0, liveHolds: 1, suspended: 0, ready: 0, longestQueue: 1 };
  const copies = { copiesOwned: 1, copiesOnLoan: 0, loansBegun: 0 };
  const day = new Date(Date.now() - DAY * 1000);
  const yesterday = { websiteId: WEBSITE_ID, day, sampledAt: day, ...counts, ...copies };
  await library.service.database.prisma.libraryDay.create({ data: yesterday });
}

async function addWebhook(): Promise<string> {
  const operator = new OperatorClient(library.service.url);
  const path = `/operator/v1/libraries/${WEBSITE_ID}/webhooks`;
  const added = await mustSucceed(operator.post(path, { url: 'https://8.8.8.8/events' }));
  return (added.body as { webhookId: string }).webhookId;
}

/** Whose account is not that of the administrator who looks. */
async function addColleague(): Promise<string> {
  const name = 'a.colleague.with.a.name.as.long.as.names.may.be@example.org';
  await addMember(library.service, name, ['desk']);
  const [colleague] = await library.service.database.prisma.staff.findMany({ where: { name } });
  return colleague?.staffId ?? '';
}

async function importWithRejectedLines(): Promise<string> {
  const operator = new OperatorClient(library.service.url);
  const lines = toLines({ record: 'patron', websiteId: WEBSITE_ID, patronId: 0 }, 'not JSON');
  const { importId } = (await mustSucceed(operator.startImport(WEBSITE_ID, lines))).body as {
    importId: string;
  };
  await eventually(async () =>
    expect((await operator.imports(WEBSITE_ID, `/${importId}`)).body).toMatchObject({
      state: 'done',
      rejected: 2,
    }),
  );
  return importId;
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${library.service.url}/console/sign-in`);
  await requireAccessible(page);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button').click();
  await page.waitForURL(/\/console\/libraries\/\d+$/);
}

const addressOf = (path: string): string =>
  library.service.url +
  path
    .replace('checkouts/:id', 'checkouts/:borrowedId')
    .replace('holds/:id/resumption', 'holds/:suspendedId/resumption')
    .replace(/\/holds$/, '/holds?title=a')
    .replace(/\/placement$/, `/placement?reserveId=${free}`)
    .replace(/\/to-buy$/, '/to-buy?targetRatio=1')
    .replace(/\/what-if\/result$/, '/what-if/result?pickupHours=24&copiesPerTitle=1')
    .replace(/:(\w+)/g, (_, name: string) => variables[name] ?? `no ${name}`);

const LOOKS: readonly (readonly [string, PageOptions])[] = [
  // As narrow as a desk is at four times its size.
  ['on the narrowest phone, dark', { size: { width: 320, height: 640 }, colorScheme: 'dark' }],
  ['on a desk, light', { size: DESK, colorScheme: 'light' }],
];

const CHECKS = [
  requireAccessible,
  requireNoSidewaysScrolling,
  requireWholeWords,
  requireCellsUnderHeadings,
  requireBoxesBesideWords,
  requireKeyboardAccess,
];

/** What is wrong with the page that is open. */
async function problemsOf(page: Page, answer: Response | null, status: number): Promise<string[]> {
  const problems = answer?.status() === status ? [] : [`${page.url()} was answered ${answer?.status()}.`];
  for (const check of CHECKS)
    await check(page).catch((error: unknown) => problems.push(`${page.url()}: ${String(error)}`));
  return problems;
}

/** As a form does on the page of the console that is open. */
async function submit(page: Page, path: string, fields: Record<string, string>): Promise<Response | null> {
  const answered = page.waitForNavigation();
  await page.evaluate(`{
    const form = Object.assign(document.createElement('form'), { method: 'post', action: ${JSON.stringify(path)} });
    for (const [name, value] of Object.entries(${JSON.stringify(fields)}))
      form.append(Object.assign(document.createElement('input'), { name, value }));
    document.body.append(form);
    form.submit();
  }`);
  return answered;
}

/** What the console refuses: what is sent, and the status of the page that answers. Without fields it is a link that is followed. */
function refusals(): [path: string, fields: Record<string, string> | undefined, status: number][] {
  const { id, patronId } = variables;
  const ofLibrary = `/console/libraries/${WEBSITE_ID}`;
  const of = `${ofLibrary}/patrons/${patronId}`;
  return [
    [`${ofLibrary}/settings`, { _method: 'PUT', 'notices.color': 'blue', 'rates.perPatron': 'many' }, 422],
    [`${ofLibrary}/settings/preview`, { 'notices.color': '#ffd400', 'notices.languages.1': 'de' }, 200],
    [`${ofLibrary}/accounts`, { name: 'Not a name', desk: 'true' }, 422],
    [`${ofLibrary}/accounts`, { name: 'bo' }, 422],
    [`${ofLibrary}/accounts/tokens`, { name: 'ils', desk: 'true', days: 'soon' }, 422],
    [`${ofLibrary}/webhooks`, { url: 'nowhere' }, 422],
    [`${ofLibrary}/patrons/lookup`, { text: '' }, 422],
    [`${ofLibrary}/patrons/lookup`, { text: 'nobody’s' }, 200],
    [`${ofLibrary}/search`, { sought: 'no' }, 404],
    [`${ofLibrary}/search`, { sought: 'title' }, 200],
    [`${of}/holds/${id}/removal`, { reason: 'none' }, 422],
    [`${of}/holds`, { reserveId: free, emailAddress: 'nobody' }, 422],
    [`${of}/holds/${id}/suspension`, { suspensionType: 'limited', numberOfDays: 'soon' }, 422],
    [`${of}/merge/question`, { cardNumber: 'nobody’s' }, 422],
    [`${ofLibrary}/what-if/result?pickupHours=soon`, undefined, 422],
    [`${ofLibrary}/what-if/result?title=nothing&pickupHours=24`, undefined, 422],
    [`${ofLibrary}/imports`, {}, 422],
    [`/console/account`, { currentPassword: 'a', newPassword: 'b', newPasswordAgain: 'c' }, 422],
    [`${ofLibrary}/nowhere`, undefined, 404],
    ['/console/libraries/9999', undefined, 404],
  ];
}

describe.each(LOOKS)('%s', (_, options) => {
  let page: Page;
  let faults: string[];
  let close: () => Promise<void>;
  beforeAll(async () => {
    if (!hasChromium) return;
    ({ page, faults, close } = await openPage(browser, options));
    await signIn(page, 'dana');
  });
  afterAll(() => (hasChromium ? close() : undefined));

  // A page each: all of them take minutes on a busy machine.
  (hasChromium ? test : test.skip).each([...PAGES, ...STATES])(
    '%s has no barrier, and is reached by keyboard',
    async (path) => {
      expect(await problemsOf(page, await page.goto(addressOf(path)), 200)).toEqual([]);
    },
  );

  (hasChromium ? test : test.skip)(
    'no file that is imported has a barrier, in its grid and after it',
    async () => {
      const rows = [
        'patronId;Barcode;Expires;E-mail',
        '900;A1;31.12.2027;a@example.org',
        'no;A2;32.13.2027;nobody',
        ';;;',
      ];
      const file = { name: 'patrons.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
      await page.goto(addressOf('/console/libraries/:websiteId/imports'));
      await page.locator('input[type=file]').setInputFiles(file);
      const problems: string[] = [];
      for (const name of ['Import the file', /^Try/, /^Import/]) {
        const button = page.getByRole('button', { name }).first();
        await eventually(async () => {
          // The trial goes on after its page has come.
          if (!(await button.isVisible())) await page.reload();
          expect(await button.isVisible()).toBe(true);
        });
        const [answer] = await Promise.all([page.waitForNavigation(), button.click()]);
        problems.push(...(await problemsOf(page, answer, 200)));
      }
      expect(problems).toEqual([]);
    },
  );

  (hasChromium ? test : test.skip)('no page that refuses something has a barrier', async () => {
    const { url, database } = library.service;
    const problems: string[] = [];
    for (const [path, fields, status] of refusals()) {
      const answer = fields === undefined ? await page.goto(url + path) : await submit(page, path, fields);
      problems.push(...(await problemsOf(page, answer, status)));
    }
    await page.locator('.account summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/sign-in/);
    await signIn(page, 'vera');
    const ofLibrary = `/console/libraries/${WEBSITE_ID}`;
    const forbidden = await page.goto(`${url}${ofLibrary}/settings`);
    problems.push(...(await problemsOf(page, forbidden, 403)));
    await page.goto(`${url}${ofLibrary}/queues`);
    await database.prisma.staffSession.deleteMany();
    const ended = await submit(page, `${ofLibrary}/search`, { sought: 'Moomin' });
    problems.push(...(await problemsOf(page, ended, 200)));
    await page.getByLabel('Name').fill('vera');
    await page.getByLabel('Password').fill(PASSWORD);
    const answered = page.waitForNavigation();
    await page.getByRole('button', { name: 'Sign in' }).click();
    problems.push(...(await problemsOf(page, await answered, 200)));
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('Moomin');
    // What the browser reports of such answers.
    const others = faults.splice(0).filter((fault) => !/responded with a status of 4\d\d/.test(fault));
    expect([...problems, ...others]).toEqual([]);
  });
});
