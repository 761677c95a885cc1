import type { Browser } from 'playwright-core';
import { hasChromium, launchBrowser } from '../../../support/browser.js';
import { RenamingProxy } from './renaming-proxy.js';
import { LOCAL_SANDBOX } from '../../../support/sandbox-clock.js';
import { cardOf, ShelfLibrary, ShelfPage } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

inChromium('where every path but one has another name, the shelf', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let proxy: RenamingProxy;
  beforeAll(async () => {
    [browser, shelves] = await Promise.all([launchBrowser(), ShelfLibrary.open()]);
  });
  beforeEach(async () => {
    const { PUBLIC_URL, CATALOG_URL } = LOCAL_SANDBOX;
    proxy = await RenamingProxy.start(shelves.library.service.url, [PUBLIC_URL, CATALOG_URL]);
  });
  afterEach(() => proxy.stop());
  afterAll(async () => {
    await browser.close();
    await shelves.close();
  });

  test('signs in, searches, holds, suspends, releases, borrows, reads and returns', async () => {
    const { library } = shelves;
    const [patron, title] = [await shelves.addPatron(), await library.addTitle(0, { title: 'Villette' })];
    const shelf = await ShelfPage.open(browser, `${proxy.url}/shelf`);
    await shelf.signIn(cardOf(patron));
    await shelf.page.getByText('Test Library').waitFor();
    await shelf.search('villette');
    await shelf.card('Search', 'Villette').getByRole('button', { name: 'Place a hold' }).click();
    await shelf.page.getByRole('textbox', { name: 'E-mail address' }).fill('reader@example.org');
    await shelf.submit('Place a hold');
    const hold = shelf.card('Holds', 'Villette');
    await hold.getByRole('button', { name: 'Suspend' }).click();
    await shelf.submit('Suspend');
    await hold.getByRole('button', { name: 'Resume' }).click();
    await hold.getByText('Waiting').waitFor();
    await library.setCopiesOwned(title, 1);
    await shelf.button('Refresh').click();
    await hold.getByRole('button', { name: 'Borrow' }).click();
    const loan = shelf.card('Loans', 'Villette');
    await loan.getByRole('button', { name: 'Choose a format' }).click();
    await loan.getByLabel('Format', { exact: true }).selectOption('ebook-kindle');
    await loan.getByRole('button', { name: 'Choose a format' }).click();
    await shelf.page.route('https://content.example.org/**', (route) => route.fulfill({ body: 'The book' }));
    await loan.getByRole('button', { name: 'Read now' }).click();
    await shelf.page.waitForURL('https://content.example.org/**');
    await shelf.page.goBack();
    const cover = loan.locator('img');
    await expect(cover.getAttribute('src')).resolves.toMatch(/\/pictures\//);
    await shelf.press(loan, 'Return');
    await shelf.submit('Return');
    await shelf.done('Returned. Villette');
    expect((await patron.loans()).body.totalItems).toBe(0);
    expect(proxy.untranslated).toEqual([]);
    await shelf.close();
  });

  test('would fail with an address of its own', async () => {
    const headers = { authorization: `Bearer ${(await shelves.library.addPatron()).token}` };
    expect((await fetch(`${proxy.url}/v1/patrons/me`, { headers })).status).toBe(200);
    expect((await fetch(`${proxy.url}/v1/patrons/me/holds`, { headers })).status).toBe(404);
    expect((await fetch(`${proxy.url}/third-edition/readers/myself/wishes`, { headers })).status).toBe(200);
    expect(proxy.untranslated).toEqual(['GET /v1/patrons/me/holds']);
  });
});
