import type { Browser, Page } from 'playwright-core';
import {
  DESK,
  hasChromium,
  launchBrowser,
  openPage,
  PHONE,
  requireAccessible,
  requireNoSidewaysScrolling,
} from '../../support/browser.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../../support/test-library.js';

let library: TestLibrary;
let browser: Browser;
let patron: TestPatron;
let title: TestTitle;
/** To open it takes longer than most of what is done on it. */
let page: Page;
let close: () => Promise<void>;

beforeAll(async () => {
  if (!hasChromium) return;
  library = await TestLibrary.alone();
  patron = await library.addPatron();
  title = await library.addTitle(0);
  await patron.place(title);
  browser = await launchBrowser();
  ({ page, close } = await openPage(browser));
  await page.goto(`${library.service.url}/docs/try`);
  await page.locator('.opblock').first().waitFor();
  await authorize();
});
afterAll(async () => {
  await close?.();
  await browser?.close();
  await library?.close();
});

async function authorize(): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  // A patron's token is asked for first.
  await page.locator('.modal-ux .auth-container').first().locator('input:focus').fill(patron.token);
  await requireAccessible(page);
  await page.locator('.modal-ux').getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.close-modal').click();
}

async function atEachSize(look: () => Promise<void>): Promise<void> {
  for (const size of [PHONE, { width: 320, height: 640 }, DESK]) {
    await page.setViewportSize(size);
    await look();
  }
}

(hasChromium ? describe : describe.skip)('the pages about the API', () => {
  test('the overview leads to an operation', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`${library.service.url}/docs`);
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await requireAccessible(page);
      await requireNoSidewaysScrolling(page);
    }
    await page.getByRole('link', { name: 'Place a hold', exact: true }).click();
    await page.getByRole('button', { name: 'Execute' }).waitFor();
    expect(await page.locator('.opblock.is-open [data-path]').getAttribute('data-path')).toBe(
      '/v1/patrons/me/holds',
    );
    await close();
  });

  test('can be used by everyone, on a phone, a narrow phone and a desk', () =>
    atEachSize(async () => {
      await requireAccessible(page);
      await requireNoSidewaysScrolling(page);
    }));

  test('an operation that was opened, and tried with a token', async () => {
    await page.locator('[data-tag="Holds"]').click();
    const holds = { has: page.locator('[data-path="/v1/patrons/me/holds"]') };
    const operation = page.locator('.opblock-get', holds).first();
    await operation.waitFor();
    await requireAccessible(page);
    const withBody = page.locator('.opblock-post', holds).first();
    await withBody.locator('.opblock-summary-control').click();
    await withBody.getByRole('button', { name: 'Execute' }).waitFor();
    await requireAccessible(page);
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).waitFor();
    await requireAccessible(page);
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').waitFor();
    await requireAccessible(page);
    await atEachSize(() => requireNoSidewaysScrolling(page));
    expect(await operation.locator('.live-responses-table').textContent()).toContain('reserveId');
  });

  test('keeps tokens that end by themselves while the tab is open, and no other secret', async () => {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const ofOperator = page.locator('.modal-ux .auth-container', {
      has: page.locator('h4', { hasText: 'operator' }),
    });
    await ofOperator.locator('input').fill('lasts-for-ever');
    await ofOperator.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.close-modal').click();
    const kept = await page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    expect(kept).toContain(patron.token);
    expect(kept).not.toContain('lasts-for-ever');
  });

  test('what deletes, and what is sent as a form', async () => {
    const deletes = page.locator('.opblock-delete').first();
    await deletes.locator('.opblock-summary-control').click();
    await deletes.getByRole('button', { name: 'Execute' }).waitFor();
    await page.locator('[data-tag="Tokens"]').click();
    const token = page.locator('.opblock-post', { has: page.locator('[data-path="/patrontoken"]') }).first();
    await token.locator('.opblock-summary-control').click();
    await token.locator('[data-property-name="grant_type"] select').waitFor();
    await requireAccessible(page);
  });

  test('the example of a search is tried in the patron’s own collections', async () => {
    await page.locator('[data-tag="Catalog"]').click();
    const search = page
      .locator('.opblock', { has: page.locator('[data-path="/v1/collections/{token}/products"]') })
      .first();
    await search.locator('.opblock-summary-control').click();
    await search.getByRole('button', { name: 'Execute' }).click();
    const answer = search.locator('.live-responses-table .response-col_status');
    expect(await answer.last().textContent()).toBe('200');
    // Its form has choices, too.
    await requireAccessible(page);
    await atEachSize(() => requireNoSidewaysScrolling(page));
    expect(await search.locator('.live-responses-table').textContent()).toContain(title.reserveId);
  });
});
