import type { Browser } from 'playwright-core';
import { eventually } from '../../../support/clock.js';
import { hasChromium, requireAccessible } from '../../support/browser.js';
import { cardOf, type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

inChromium('on the shelf, a search', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let shelf: ShelfPage;
  useShelves((opened) => ({ browser, shelves } = opened));
  beforeAll(async () => {
    for (let number = 1; number <= 13; number++)
      await shelves.library.addTitle(number === 13 ? 1 : 0, { title: `Lighthouse ${number}` });
  });
  beforeEach(async () => {
    shelf = await ShelfPage.open(browser, shelves.address);
    await shelf.useToken(await shelves.library.addPatron());
  });
  afterEach(() => shelf.close());

  const shown = (text: string): Promise<void> =>
    shelf.section('Search').getByText(text, { exact: true }).waitFor();

  test('shows further titles below the others, and goes on from the first of them', async () => {
    await shelf.search('lighthouse');
    await shown('Titles 1 to 12 of 13.');
    const titles = shelf.section('Search').getByRole('article');
    const [firstBefore] = await titles.allInnerTexts();
    await shelf.button('More titles').click();
    await shown('Titles 1 to 13 of 13.');
    expect(await titles.count()).toBe(13);
    expect((await titles.allInnerTexts())[0]).toBe(firstBefore);
    await expect(shelf.focused()).resolves.toBe(await titles.last().getByRole('heading').innerText());
    expect(await shelf.button('More titles').count()).toBe(0);
  });

  test('stands in the address: it can be reloaded, and Back leads to the one before', async () => {
    const { page } = shelf;
    await shelf.search('lighthouse');
    await shown('Titles 1 to 12 of 13.');
    await page.getByLabel('Order').selectOption('Title');
    await page.getByLabel('Only what is available now').check();
    await shown('Titles 1 to 1 of 1.');
    await shelf.card('Search', 'Lighthouse 13').waitFor();
    const { pathname, search } = new URL(page.url());
    expect(`${pathname}${search}`).toBe('/shelf/search?q=lighthouse&sort=title&availability=true');
    await page.reload();
    await shown('Titles 1 to 1 of 1.');
    expect(await page.getByLabel('Only what is available now').isChecked()).toBe(true);
    await page.goBack();
    await shown('Titles 1 to 12 of 13.');
    expect(await page.getByLabel('Only what is available now').isChecked()).toBe(false);
    expect(await page.getByRole('searchbox').inputValue()).toBe('lighthouse');
  });

  test('has its filters behind a button on a phone, where they stay until it is pressed again', async () => {
    const { page } = shelf;
    const order = page.getByLabel('Order');
    const filters = page.getByRole('button', { name: 'Filters' });
    await shelf.search('lighthouse');
    await shown('Titles 1 to 12 of 13.');
    expect(await filters.isVisible()).toBe(false);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await order.isVisible()).toBe(false);
    await filters.click();
    await order.selectOption('Title');
    await page.waitForURL(/sort=title/);
    expect(await order.isVisible()).toBe(true);
    await filters.click();
    expect(await order.isVisible()).toBe(false);
  });

  test('for words has the best match first, whatever the order of what is new', async () => {
    await shelf.view('Search');
    await shelf.page
      .getByLabel('Order')
      .getByText('Newest first')
      .and(shelf.page.locator(':checked'))
      .waitFor({ state: 'attached' });
    await shelf.search('lighthouse');
    await shown('Titles 1 to 12 of 13.');
    expect(new URL(shelf.page.url()).search).toBe('?q=lighthouse');
  });

  test('without a connection is made once there is one again, and at any time by a button', async () => {
    const context = shelf.page.context();
    await context.setOffline(true);
    await shelf.search('lighthouse');
    await shelf.page.getByRole('alert').filter({ hasText: 'The service does not answer.' }).waitFor();
    await shelf.button('Try again').click();
    await shelf.button('Try again').waitFor();
    await requireAccessible(shelf.page);
    await context.setOffline(false);
    await shown('Titles 1 to 12 of 13.');
    expect(await shelf.page.getByRole('alert').count()).toBe(0);
    shelf.takeLostConnections();
  });

  test('shows all that was found again after Back, where the patron was', async () => {
    const { page } = shelf;
    await shelf.search('lighthouse');
    await shelf.button('More titles').click();
    await shown('Titles 1 to 13 of 13.');
    const place = await page.evaluate<number>('scrollY');
    expect(place).toBeGreaterThan(0);
    // Before a click, the driver would scroll to where the bar begins.
    await page.getByRole('navigation').getByRole('link', { name: 'Holds' }).dispatchEvent('click');
    await shelf.section('Holds').waitFor();
    await page.goBack();
    await shown('Titles 1 to 13 of 13.');
    await eventually(async () => expect(await page.evaluate<number>('scrollY')).toBe(place));
  });

  test('says of each title, without a click, when it can be had: with one request for a page', async () => {
    // What the first view suggests has been asked for.
    await shelf.section('Newest first').getByRole('article').first().waitFor();
    const asked: string[] = [];
    shelf.page.on('request', (request) => {
      if (request.url().includes('availability?')) asked.push(request.url());
    });
    await shelf.search('lighthouse');
    await shelf.card('Search', 'Lighthouse 12').getByText('0 of 0 available').waitFor();
    const free = shelf.card('Search', 'Lighthouse 13');
    if ((await free.count()) === 0) await shelf.button('More titles').click();
    await free.getByText('Available now').waitFor();
    await free.getByText('1 of 1 available').waitFor();
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  test('is where a former address leads, in its order, and Back leads on to the loans', async () => {
    const { page } = shelf;
    await page.goto(`${shelves.address}/loans`);
    await shelf.section('Loans').waitFor();
    await expect(shelf.focused()).resolves.toBe('Loans');
    await page.goto(`${shelves.address}?lang=en#?keyword=lighthouse&sort=title`);
    await shown('Titles 1 to 12 of 13.');
    expect(page.url()).toBe(`${shelves.address}/search?lang=en&q=lighthouse&sort=title`);
    const titles = await shelf.section('Search').getByRole('heading', { level: 3 }).allInnerTexts();
    expect(titles).toEqual([...titles].sort());
    await expect(shelf.focused()).resolves.toBe('Search');
    await page.getByRole('link', { name: 'Holds', exact: true }).click();
    await expect(shelf.focused()).resolves.toBe('Holds');
    expect(page.url()).toBe(`${shelves.address}/holds?lang=en`);
    await page.goBack();
    await shown('Titles 1 to 12 of 13.');
    await page.goBack();
    await page.waitForURL(`${shelves.address}/loans`);
    await shelf.section('Loans').waitFor();
    await expect(shelf.focused()).resolves.toBe('Loans');
  });

  test('is what a patron finds who signs in at its address, from where they can sign out and in', async () => {
    const { page } = shelf;
    const patron = await shelves.addPatron();
    await shelf.search('submarine');
    await shown('Nothing was found.');
    await shelf.button('Sign out').click();
    await page.goto(`${shelves.address}/search?q=lighthouse`);
    await shelf.signIn(cardOf(patron));
    await shown('Titles 1 to 12 of 13.');
    await expect(shelf.focused()).resolves.toBe('Search');
    const ended = page.waitForResponse(`${shelves.address}/sign-out`);
    await shelf.button('Sign out').click();
    expect((await ended).status()).toBe(204);
    await shelf.signIn(cardOf(patron));
    await shown('Titles 1 to 12 of 13.');
  });

  test('leads to the form to sign in when the session has ended meanwhile: the patron reads that nothing was done, and goes on with what was typed', async () => {
    const { page } = shelf;
    const patron = await shelves.addPatron();
    await shelf.button('Sign out').click();
    await shelf.signIn(cardOf(patron));
    await shelf.section('Holds').waitFor();
    await shelf.search('lighthouse 11');
    const result = shelf.card('Search', 'Lighthouse 11');
    await result.getByRole('button', { name: 'Place a hold' }).click();
    await page.route(/\/v1\/patrons\/me\/holds/, (route) =>
      route.fulfill({ status: 401, json: { errorCode: 'Unauthorized', message: 'The token has ended.' } }),
    );
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('half-typed@exam');
    await shelf.submit('Place a hold');
    await page.getByRole('alert').filter({ hasText: 'That was not done' }).waitFor();
    await page.unroute(/\/v1\/patrons\/me\/holds/);
    expect(shelf.takeRefusals()).toBe(1);
    await shelf.signIn(cardOf(patron));
    await result.getByRole('button', { name: 'Place a hold' }).waitFor();
    const typed = page.getByRole('textbox', { name: 'E-mail address' });
    await expect(typed.inputValue()).resolves.toBe('half-typed@exam');
  });

  test('leads to a hold for which no e-mail is wanted: then no address is asked for', async () => {
    await shelf.search('lighthouse 12');
    const result = shelf.card('Search', 'Lighthouse 12');
    await result.getByRole('button', { name: 'Place a hold' }).click();
    const address = shelf.page.getByRole('textbox', { name: 'E-mail address' });
    await address.fill('reader@example.org');
    const box = shelf.page.getByLabel('No e-mail for this hold');
    await box.check();
    await address.waitFor({ state: 'detached' });
    await box.uncheck();
    await address.waitFor();
    await box.check();
    await shelf.submit('Place a hold');
    await shelf.done(/^The hold is placed\.$/);
    await shelf.view('Holds');
    await shelf.card('Holds', 'Lighthouse 12').getByText('No mail when it is ready.').waitFor();
  });

  test('that hangs gives way to another one, and the focus stays in the form', async () => {
    await shelf.page.route(/q=submarine/, () => undefined);
    await shelf.search('submarine');
    await shown('Searching …');
    await shelf.search('lighthouse');
    await shown('Titles 1 to 12 of 13.');
    await expect(shelf.focused()).resolves.toBe('Search');
    expect(await shelf.section('Search').getByRole('alert').count()).toBe(0);
  });

  test('may be for one kind of title, and says of each what it is', async () => {
    await shelves.library.addTitle(0, { title: 'Lantern', formats: ['audiobook-mp3'] });
    await shelves.library.addTitle(0, { title: 'Lantern', formats: ['ebook-kindle'] });
    await shelf.search('lantern');
    await shown('Titles 1 to 2 of 2.');
    await shelf.page.getByLabel('Kind').selectOption('Audiobook');
    await shown('Titles 1 to 1 of 1.');
    await shelf.card('Search', 'Lantern').getByText('Audiobook', { exact: true }).waitFor();
  });
});
