import type { Browser } from 'playwright-core';
import { waitUntilPublished } from '../../../support/events/event-reader.js';
import { hasChromium, launchBrowser } from '../../support/browser.js';
import { ShelfLibrary, ShelfPage } from './shelf-library.js';

(hasChromium ? describe : describe.skip)('while a patron looks at the shelf', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  beforeAll(async () => {
    // A worker tells what has happened.
    [browser, shelves] = await Promise.all([launchBrowser(), ShelfLibrary.open({ ROLE: 'all' })]);
  });
  afterAll(async () => {
    await browser.close();
    await shelves.close();
  });

  test('a hold becomes ready, and the page shows it', async () => {
    const { library } = shelves;
    const { patron, title } = await library.waiting();
    await waitUntilPublished(library.service);
    const shelf = await ShelfPage.open(browser, shelves.address);
    const following = shelf.page.waitForResponse('**/v1/patrons/me/changes');
    await shelf.useToken(patron);
    expect((await following).status()).toBe(200);
    const hold = shelf.card('Holds', `Title ${title.crossRefId}`);
    await hold.getByText('Waiting').waitFor();
    expect(await hold.getByRole('button', { name: 'Borrow' }).count()).toBe(0);
    await library.setCopiesOwned(title, 1);
    await hold.getByRole('button', { name: 'Borrow' }).waitFor();
    await shelf.close();
  });
});
