import type { Browser } from 'playwright-core';
import { addMember, PASSWORD } from '../../../../support/staff/staff-members.js';
import {
  DESK,
  hasChromium,
  launchBrowser,
  openPage,
  PHONE,
  pressEnterOn,
  requireAccessible,
  requireNoSidewaysScrolling,
  typeInto,
} from '../../../support/browser.js';
import { mustSucceed } from '../../../../support/client.js';
import { WEBSITE_ID } from '../../../../support/records.js';
import { TestLibrary, type TestTitle } from '../../../../support/test-library.js';

/** Somebody who has never seen the console, with a keyboard and without script. */
(hasChromium ? describe : describe.skip)('in a browser', () => {
  let library: TestLibrary;
  let browser: Browser;
  let popular: TestTitle;

  beforeAll(async () => {
    library = await TestLibrary.alone();
    await addMember(library.service, 'cora', ['collections']);
    const other = await library.addTitle(1, { title: 'A quiet book' });
    await library.fillQueue(other, 2);
    popular = await library.addTitle(1, { title: 'Much wanted' });
    const [, , third] = await library.fillQueue(popular, 5);
    await mustSucceed(third.suspend(popular));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await library.close();
  });

  async function signedIn(options: Parameters<typeof openPage>[1]): ReturnType<typeof openPage> {
    const opened = await openPage(browser, options);
    await opened.page.goto(`${library.service.url}/console/sign-in`);
    await typeInto(opened.page, opened.page.getByLabel('Name'), 'cora');
    await typeInto(opened.page, opened.page.getByLabel('Password'), PASSWORD);
    await opened.page.keyboard.press('Enter');
    await opened.page.waitForURL(/\/console\/libraries\/\d+$/);
    return opened;
  }

  test('the longest queue is found, two copies are bought, and are seen handed on, by the keyboard alone', async () => {
    const { page, close } = await signedIn({ script: false });
    await pressEnterOn(page, page.getByRole('link', { name: 'Queues', exact: true }));
    await page.waitForURL(/\/queues$/);
    // The first row is the longest queue.
    await pressEnterOn(page, page.locator('tbody th a').first());
    await page.getByRole('heading', { level: 1, name: 'Much wanted' }).waitFor();
    await typeInto(page, page.getByLabel('Copies owned in main'), '3');
    await page.keyboard.press('Enter');
    const message = page.getByText('main now has 3 copies. 2 copies were handed on.');
    await message.waitFor();
    expect(await message.getAttribute('role')).toBe('status');
    expect(await page.getByText(/^Ready until/).count()).toBe(3);
    expect(await library.copiesOf(popular)).toMatchObject({ main: { owned: 3, setAside: 3 } });
    await close();
  });

  const PAGES = ['', '/queues', '/queues/2', '/to-buy?targetRatio=1'];
  const SCREENS = [
    ['a phone, light', { size: PHONE, colorScheme: 'light' }],
    ['a phone, dark', { size: PHONE, colorScheme: 'dark' }],
    ['a desk, light', { size: DESK, colorScheme: 'light' }],
    ['a desk, dark', { size: DESK, colorScheme: 'dark' }],
  ] as const;

  test.each(SCREENS)('on %s, the pages have no barrier and do not scroll sideways', async (_, options) => {
    const { page, close } = await signedIn(options);
    for (const path of ['', '/libraries', ...PAGES.map((each) => `/libraries/${WEBSITE_ID}${each}`)]) {
      await page.goto(`${library.service.url}/console${path}`);
      await requireAccessible(page);
      await requireNoSidewaysScrolling(page);
    }
    await close();
  });
});
