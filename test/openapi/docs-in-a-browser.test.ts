import type { Browser, Page } from 'playwright-core';
import {
  DESK,
  hasChromium,
  launchBrowser,
  openPage,
  PHONE,
  requireAccessible,
  requireNoSidewaysScrolling,
} from '../support/browser.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../support/test-library.js';

let library: TestLibrary;
let browser: Browser;
let patron: TestPatron;
let title: TestTitle;
let address: string;

beforeAll(async () => {
  if (!hasChromium) return;
  library = await TestLibrary.open();
  patron = await library.addPatron();
  title = await library.addTitle(0);
  await patron.place(title);
  browser = await launchBrowser();
  address = `${library.service.url}/docs`;
});
afterAll(async () => {
  await browser?.close();
  await library?.close();
});

async function open(page: Page, path = ''): Promise<void> {
  await page.goto(address + path);
  await page.locator('.opblock').first().waitFor();
}

async function authorize(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.modal-ux input').first().fill(patron.token);
  await requireAccessible(page);
  await page.locator('.modal-ux').getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.close-modal').click();
}

/** Needs Debian's package `chromium`. */
(hasChromium ? describe : describe.skip)('the page about the API', () => {
  test('can be used by everyone, on a phone, a narrow phone and a desk', async () => {
    const { page, close } = await openPage(browser);
    await open(page);
    // One page takes all sizes: to open it takes longer than to look at it.
    for (const size of [PHONE, { width: 320, height: 640 }, DESK]) {
      await page.setViewportSize(size);
      await requireAccessible(page);
      await requireNoSidewaysScrolling(page);
    }
    await close();
  });

  test('an operation that was opened, and tried with a token', async () => {
    const { page, close } = await openPage(browser);
    await open(page);
    await authorize(page);
    await page.locator('[data-tag="Holds"]').click();
    const operation = page
      .locator('.opblock', { has: page.locator('[data-path="/v1/patrons/me/holds"]') })
      .first();
    await operation.waitFor();
    await requireAccessible(page);
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).waitFor();
    await requireAccessible(page);
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').waitFor();
    await requireAccessible(page);
    expect(await operation.locator('.live-responses-table').textContent()).toContain('reserveId');
    await close();
  });

  test('the example of a search is tried in the patron’s own collections', async () => {
    const { page, close } = await openPage(browser);
    await open(page);
    await authorize(page);
    await page.locator('[data-tag="Catalog"]').click();
    const search = page
      .locator('.opblock', { has: page.locator('[data-path="/v1/collections/{token}/products"]') })
      .first();
    await search.locator('.opblock-summary-control').click();
    await search.getByRole('button', { name: 'Execute' }).click();
    const answer = search.locator('.live-responses-table .response-col_status');
    expect(await answer.last().textContent()).toBe('200');
    expect(await search.locator('.live-responses-table').textContent()).toContain(title.reserveId);
    await close();
  });
});
