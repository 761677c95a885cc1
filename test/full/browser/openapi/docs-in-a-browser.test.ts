import type { Browser, Page } from 'playwright-core';
import {
  DESK,
  hasChromium,
  launchBrowser,
  openPage,
  type PageUnderTest,
  PHONE,
  requireAccessible,
  requireNoSidewaysScrolling,
  tabTo,
} from '../../support/browser.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../../support/test-library.js';

let library: TestLibrary;
let browser: Browser;
let patron: TestPatron;
let title: TestTitle;
let tab: PageUnderTest;
let page: Page;

beforeAll(async () => {
  if (!hasChromium) return;
  library = await TestLibrary.alone();
  patron = await library.addPatron();
  title = await library.addTitle(0);
  await patron.place(title);
  browser = await launchBrowser();
  tab = await openPage(browser);
  page = tab.page;
});
afterAll(async () => {
  await tab?.close();
  await browser?.close();
  await library?.close();
});

async function open(operationId: string): Promise<void> {
  await page.goto(`${library.service.url}/docs/operations/${operationId}`);
  await page.locator('button:enabled').waitFor();
}

/** Each answer has a text of its own. */
async function send(): Promise<string> {
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^\d{3}.* ms$/ })
    .waitFor();
  await page.locator('#body:not(:empty)').waitFor();
  return (await page.locator('#answer').textContent()) ?? '';
}

async function requireUsable(page: Page): Promise<void> {
  for (const size of [PHONE, { width: 320, height: 640 }, DESK, { width: 1920, height: 1080 }]) {
    await page.setViewportSize(size);
    await requireAccessible(page);
    await requireNoSidewaysScrolling(page);
    const { height = Infinity } = (await page.locator('.bar').boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(64);
  }
}

(hasChromium ? describe : describe.skip)('the pages about the API', () => {
  test('the overview leads to an operation, in light and in the dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await openPage(browser, { colorScheme });
      await page.goto(`${library.service.url}/docs`);
      await requireUsable(page);
      await page.getByRole('link', { name: 'Place a hold', exact: true }).click();
      await page.getByRole('button', { name: 'Send' }).waitFor();
      await requireUsable(page);
      await close();
    }
  });

  test('a long name leaves the bar one row', async () => {
    await open('listHolds');
    await page.evaluate(`document.querySelector('.bar a').textContent = 'The Public Library of '.repeat(9)`);
    await requireUsable(page);
  });

  test('an operation is tried with a token, by the keyboard alone', async () => {
    await open('listHolds');
    await tabTo(page, page.getByLabel('Patron’s token'));
    await page.keyboard.type(patron.token);
    await page.keyboard.press('Enter');
    await page.locator('#body').filter({ hasText: title.reserveId }).waitFor();
    expect(await page.locator('#headers').textContent()).toContain('x-request-id: ');
    await page.locator('summary').first().click();
    await requireUsable(page);
  });

  test('the token is there on the next page, and stands in no program', async () => {
    await open('findHold');
    await page.getByLabel('id', { exact: true }).fill(title.reserveId);
    const curl = (await page.locator('#curl').textContent()) ?? '';
    expect(curl).toContain(`'${library.service.url}/v1/patrons/me/holds/${title.reserveId}'`);
    expect(curl).toContain('"Authorization: Bearer $TOKEN"');
    expect(await page.locator('#programs').textContent()).not.toContain(patron.token);
    expect(await send()).toContain('"holdListPosition": 1');
  });

  test('fields are sent as the service takes them, and a refusal is shown', async () => {
    await open('placeHold');
    await page.getByLabel('reserveId', { exact: true }).fill(title.reserveId);
    expect(await page.locator('#javascript').textContent()).toContain('"Content-Type": "application/json"');
    expect(await send()).toContain('"AlreadyOnWaitList"');
    // Chromium tells it in its console.
    expect(tab.faults.splice(0).join()).toContain('400');
  });

  test('the example of a search is tried in the patron’s own collections', async () => {
    await open('search');
    await page.waitForFunction(`document.querySelector('#path-token').value !== 'v1L2hQ5n8sXw'`);
    expect(await send()).toContain(title.reserveId);
  });

  test('what lasts for ever, or is secret, is not kept', async () => {
    await open('listWebhooks');
    await page.getByLabel('Operator’s or staff’s token').fill('lasts-for-ever');
    await page.keyboard.press('Tab');
    const kept = await page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    expect(kept).toContain(patron.token);
    expect(kept).not.toContain('lasts-for-ever');
  });

  test('without script an operation can be read', async () => {
    const { page, close } = await openPage(browser, { script: false });
    await page.goto(`${library.service.url}/docs/operations/placeHold`);
    expect(await page.locator('noscript').textContent()).toContain('needs its script');
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await requireNoSidewaysScrolling(page);
    await close();
  });
});
