import type { Browser, Page, Response } from 'playwright-core';
import { addMember, PASSWORD } from '../../../support/staff/staff-members.js';
import {
  DESK,
  hasChromium,
  launchBrowser,
  openPage,
  type PageOptions,
  PHONE,
  requireAccessible,
  requireKeyboardAccess,
  requireNoSidewaysScrolling,
} from '../../support/browser.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary } from '../../../support/test-library.js';

const OF_LIBRARY = `/console/libraries/${WEBSITE_ID}`;

let library: TestLibrary;
let browser: Browser;
/** What is sent, and the status of the page that answers. Without fields it is a link that is followed. */
let answers: readonly (readonly [path: string, fields: Record<string, string> | undefined, status: number])[];

beforeAll(async () => {
  if (!hasChromium) return;
  library = await TestLibrary.alone({ name: 'Harbour Public Library of a Town with a Long Name' });
  await addMember(library.service, 'dana', ['admin']);
  await addMember(library.service, 'vera', ['viewer']);
  const { title, patron } = await library.waiting();
  const other = await library.addTitle(0);
  const { patronId } = patron;
  const of = `${OF_LIBRARY}/patrons/${patronId}`;
  answers = [
    [`${OF_LIBRARY}/settings`, { 'notices.color': 'blue', 'rates.perPatron': 'many' }, 422],
    [`${OF_LIBRARY}/accounts`, { name: 'Not a name', desk: 'yes' }, 422],
    [`${OF_LIBRARY}/accounts`, { name: 'bo' }, 422],
    [`${OF_LIBRARY}/accounts/tokens`, { name: 'ils', desk: 'yes', days: 'soon' }, 422],
    [`${OF_LIBRARY}/webhooks`, { url: 'nowhere' }, 422],
    [`${OF_LIBRARY}/patrons`, { patron: '' }, 422],
    [`${OF_LIBRARY}/patrons`, { patron: 'nobody’s' }, 404],
    [`${of}/holds/${title.reserveId}/removal`, {}, 422],
    [`${of}/holds/${other.reserveId}/placement`, { emailAddress: 'nobody' }, 422],
    [`${of}/holds/${title.reserveId}/suspension`, { suspensionType: 'limited', numberOfDays: 'soon' }, 422],
    [`${of}/merge`, { cardNumber: 'nobody’s' }, 422],
    [`${of}/removal`, { confirmation: 'yes' }, 422],
    [`${OF_LIBRARY}/what-if?pickupHours=soon&show=yes`, undefined, 422],
    [`${OF_LIBRARY}/imports`, {}, 422],
    [`/console/account`, { currentPassword: 'a', newPassword: 'b', newPasswordAgain: 'c' }, 422],
    [`${OF_LIBRARY}/nowhere`, undefined, 404],
    ['/console/libraries/9999', undefined, 404],
  ];
  browser = await launchBrowser();
});
afterAll(async () => {
  if (!hasChromium) return;
  await browser.close();
  await library.close();
});

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${library.service.url}/console/sign-in`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button').click();
  await page.waitForURL(/\/console\/libraries\/\d+$/);
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

const LOOKS: readonly (readonly [string, PageOptions])[] = [
  ['on a phone, dark', { size: PHONE, colorScheme: 'dark' }],
  ['on a desk, light', { size: DESK, colorScheme: 'light' }],
];

describe.each(LOOKS)('%s', (_, options) => {
  (hasChromium ? test : test.skip)('no page that refuses something has a barrier', async () => {
    const { page, faults, close } = await openPage(browser, options);
    const problems: string[] = [];
    const look = async (path: string, status: number, answer: Response | null): Promise<void> => {
      if (answer?.status() !== status) problems.push(`${path}: ${answer?.status()}`);
      for (const check of [requireAccessible, requireNoSidewaysScrolling, requireKeyboardAccess])
        await check(page).catch((error: unknown) => problems.push(`${path}: ${String(error)}`));
    };
    await signIn(page, 'dana');
    for (const [path, fields, status] of answers)
      await look(
        path,
        status,
        fields === undefined
          ? await page.goto(`${library.service.url}${path}`)
          : await submit(page, path, fields),
      );
    await signOut(page);
    await signIn(page, 'vera');
    await look('settings', 403, await page.goto(`${library.service.url}${OF_LIBRARY}/settings`));
    await library.service.database.prisma.$executeRaw`DELETE FROM staff_session`;
    const ended = await submit(page, `${OF_LIBRARY}/patrons`, { patron: '1' });
    await look('a session that has ended', 200, ended);
    // What the browser reports of such answers.
    const others = faults.splice(0).filter((fault) => !/responded with a status of 4\d\d/.test(fault));
    expect([...problems, ...others]).toEqual([]);
    await close();
  });
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/sign-in/);
}
