import type { Browser, Page } from 'playwright-core';
import { hasChromium, PHONE } from '../../support/browser.js';
import type { TestPatron } from '../../../support/test-library.js';
import { type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

/** What the web's vitals call good is 0.1. */
const MAX_SHIFT = 0.05;
/** As on a train. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 60_000, uploadThroughput: 60_000 };
const FAST = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** Adds up how far things move that nobody has touched, from the first thing that is painted. */
const OBSERVER = `{
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
}`;

inChromium('a patron who is signed in sees nothing jump', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let patron: TestPatron;
  let shelf: ShelfPage;
  useShelves((opened) => ({ browser, shelves } = opened));
  beforeAll(async () => {
    const { library } = shelves;
    patron = await library.addPatron({ holdLimit: 10 });
    for (let number = 0; number < 6; number++)
      expect(
        (await patron.place(await library.addTitle(number % 2, { title: `Volume ${number}` }))).status,
      ).toBe(201);
    expect((await patron.borrow(await library.addTitle(1, { title: 'On loan' }))).status).toBe(201);
  });
  beforeEach(async () => {
    shelf = await ShelfPage.open(browser, shelves.address, { size: PHONE });
    await shelf.useToken(patron);
    await shelf.card('Holds', 'Volume 5').waitFor();
    await shelf.page.addInitScript(OBSERVER);
  });
  afterEach(() => shelf.close());

  const shiftOf = (page: Page): Promise<number> => page.evaluate<number>('globalThis.shift');

  test.each([
    ['a fast', FAST],
    ['a slow', SLOW],
  ])('on %s network', async (_, network) => {
    const { page } = shelf;
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Network.emulateNetworkConditions', network);
    for (const [view, last] of [
      ['Loans', 'On loan'],
      ['Holds', 'Volume 5'],
      ['Search', 'Volume 5'],
    ] as const) {
      await page.goto(`${shelves.address}/${view.toLowerCase()}`, { waitUntil: 'commit' });
      // It is there before the script.
      await page.getByRole('navigation').getByText(view).waitFor();
      await shelf.card(view, last).waitFor();
      await page.waitForLoadState('load');
      await expect(shiftOf(page)).resolves.toBeLessThanOrEqual(MAX_SHIFT);
    }
  });
});
