import type { Browser } from 'playwright-core';
import { hasChromium, launchBrowser } from '../support/browser.js';
import { ShelfLibrary, ShelfPage } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

inChromium('on the shelf, a search', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let shelf: ShelfPage;
  beforeAll(async () => {
    [browser, shelves] = await Promise.all([launchBrowser(), ShelfLibrary.open()]);
    for (let number = 1; number <= 13; number++)
      await shelves.library.addTitle(number === 13 ? 1 : 0, { title: `Lighthouse ${number}` });
  });
  beforeEach(async () => {
    shelf = await ShelfPage.open(browser, shelves.address);
    await shelf.useToken(await shelves.library.addPatron());
  });
  afterEach(() => shelf.close());
  afterAll(async () => {
    await browser.close();
    await shelves.close();
  });

  const shown = (text: string): Promise<void> =>
    shelf.section('Search').getByText(text, { exact: true }).waitFor();

  test('is read page by page, forth and back', async () => {
    await shelf.search('lighthouse');
    await shown('Titles 1 to 12 of 13.');
    expect(await shelf.button('Earlier titles').count()).toBe(0);
    await shelf.button('More titles').click();
    await shown('Titles 13 to 13 of 13.');
    expect(await shelf.button('More titles').count()).toBe(0);
    await shelf.button('Earlier titles').click();
    await shown('Titles 1 to 12 of 13.');
  });

  test('may be for what is free now', async () => {
    await shelf.page.getByLabel('Only what is free now').check();
    await shelf.search('lighthouse');
    await shown('Titles 1 to 1 of 1.');
    await shelf.card('Search', 'Lighthouse 13').waitFor();
  });

  test('that finds nothing says so', async () => {
    await shelf.search('submarine');
    await shown('Nothing was found.');
  });
});
