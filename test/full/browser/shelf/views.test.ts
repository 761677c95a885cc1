import type { Browser } from 'playwright-core';
import { waitCurvesOf } from '../../../support/runs/wait-curves.js';
import {
  DESK,
  hasChromium,
  PHONE,
  pressEnterOn,
  requireAccessible,
  requireNoSidewaysScrolling,
} from '../../support/browser.js';
import { mustSucceed } from '../../../support/client.js';
import { learnConduct } from '../../../support/runs/learned-conduct.js';
import type { TestPatron } from '../../../support/test-library.js';
import { dateIn, type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

const VIEWS = [
  { name: 'a phone, light', size: PHONE, colorScheme: 'light' },
  { name: 'a phone, dark', size: PHONE, colorScheme: 'dark' },
  { name: 'a desk, light', size: DESK, colorScheme: 'light' },
  { name: 'a desk, dark', size: DESK, colorScheme: 'dark' },
] as const;

inChromium('the shelf', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let patron: TestPatron;
  useShelves((opened) => ({ browser, shelves } = opened));
  beforeAll(async () => {
    patron = await withEverything(shelves);
  });

  test.each(VIEWS)('has no barrier on $name, and does not scroll sideways', async (view) => {
    const shelf = await ShelfPage.open(browser, shelves.address, view);
    const { page } = shelf;
    const look = async (): Promise<void> => {
      await requireAccessible(page);
      await requireNoSidewaysScrolling(page);
    };
    await page.getByRole('heading', { name: 'Or with a token' }).waitFor();
    await look();
    await shelf.useToken(patron);
    await shelf.section('Holds').getByText('Until you resume it').waitFor();
    await page.getByText('A title').first().waitFor({ state: 'detached' });
    await look();

    await shelf.card('Holds', 'Waiting short').locator('.menu > summary').click();
    await look();
    await page.keyboard.press('Escape');
    const long = shelf.card('Holds', 'Waiting long');
    await long.getByRole('button', { name: 'Suspend' }).click();
    await page.getByLabel('Until', { exact: true }).fill(dateIn(0));
    await shelf.submit('Suspend');
    await long.getByText('Please choose a day').waitFor();
    expect(shelf.takeRefusals()).toBe(1);
    await look();
    for (const asked of ['Not needed after…', 'Remove hold', 'Change e-mail address']) {
      await long.getByRole('button', { name: 'Cancel' }).click();
      await shelf.press(long, asked);
      await look();
    }
    await shelf.view('Loans');
    await shelf.card('Loans', 'On loan').getByRole('button', { name: 'Read now' }).waitFor();
    await look();
    await page.getByRole('link', { name: 'My settings' }).click();
    await shelf.section('My settings').getByText('Videos: 7 days').waitFor();
    await look();
    await shelf.section('My settings').getByRole('button', { name: 'Change' }).last().click();
    await look();
    await shelf.search('nowhere to be found');
    await shelf.section('Search').getByText('Nothing was found').waitFor();
    await look();
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
    await look();
    await page.context().setOffline(false);
    await shelf.search('author');
    await shelf
      .section('Search')
      .getByText(/^Titles 1 to/)
      .waitFor();
    await shelf.section('Search').getByText('About').first().click();
    await shelf.section('Search').getByText('Number 18 of 19 in line').waitFor();
    await look();
    await shelf.openDrawer();
    for (const summary of await shelf.section('Requests').locator('summary').all()) await summary.click();
    await look();
    await shelf.button('Sign out').click();
    await shelf.useToken(await shelves.library.addPatron());
    await shelf.button('Search').first().waitFor();
    await look();
    shelf.takeLostConnections();
    await shelf.close();
  });

  test('reads 25 holds and their titles with nine requests at most, and shows them in 3,500 px on a phone', async () => {
    const { library } = shelves;
    const reader = await library.addPatron({ holdLimit: 25 });
    for (let number = 1; number <= 25; number++) {
      const title = await library.addTitle(number % 2, { title: `The Adventures of Number ${number}` });
      expect((await reader.place(title)).status).toBe(201);
    }
    const shelf = await ShelfPage.open(browser, shelves.address, { size: PHONE });
    const asked: string[] = [];
    shelf.page.on('request', (request) => {
      if (request.resourceType() === 'fetch') asked.push(request.url());
    });
    await shelf.useToken(reader);
    for (let number = 1; number <= 25; number++)
      await shelf.card('Holds', `The Adventures of Number ${number}`).waitFor();
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.length).toBeLessThanOrEqual(9);
    await shelf.page.getByText('A title').first().waitFor({ state: 'detached' });
    const height = await shelf.section('Holds').evaluate((section) => section.scrollHeight);
    // 140 px for each.
    expect(height).toBeLessThanOrEqual(3500);
    await shelf.close();
  });

  test('has a way past its bar, and prints neither the bar’s buttons nor the drawer', async () => {
    const shelf = await ShelfPage.open(browser, shelves.address);
    const { page } = shelf;
    await shelf.useToken(patron);
    await shelf.card('Holds', 'Ready').waitFor();
    expect(await shelf.section('Requests').count()).toBe(0);
    await page.evaluate('document.activeElement.blur()');
    await pressEnterOn(page, page.getByRole('link', { name: 'Skip to the content' }));
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('holds');
    await shelf.openDrawer();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.drawer').isVisible()).toBe(false);
    expect(await shelf.button('Sign out').isVisible()).toBe(false);
    expect(await shelf.card('Holds', 'Ready').isVisible()).toBe(true);
    await shelf.close();
  });

  test('is no wider than a window of 320 px, however long the words and addresses', async () => {
    const { library } = shelves;
    const reader = await library.addPatron();
    const word = 'Donaudampfschifffahrt'.repeat(7).slice(0, 140);
    const emailAddress = `${'a'.repeat(60)}@${`${'b'.repeat(40)}.`.repeat(3)}example.org`;
    expect((await reader.place(await library.addTitle(0, { title: word }), { emailAddress })).status).toBe(
      201,
    );
    const shelf = await ShelfPage.open(browser, shelves.address, { size: { width: 320, height: 640 } });
    await requireNoSidewaysScrolling(shelf.page);
    await shelf.useToken(reader);
    const hold = shelf.card('Holds', word);
    await hold.waitFor();
    await requireNoSidewaysScrolling(shelf.page);
    await shelf.press(hold, 'Change e-mail address');
    await requireNoSidewaysScrolling(shelf.page);
    await hold.getByRole('button', { name: 'Cancel' }).click();
    await hold.locator('.menu > summary').click();
    await requireNoSidewaysScrolling(shelf.page);
    await requireAccessible(shelf.page);
    await shelf.close();
  });

  test('puts first what ends first, then who is nearest to the front, then what rests', async () => {
    const shelf = await ShelfPage.open(browser, shelves.address);
    await shelf.useToken(patron);
    await shelf.card('Holds', 'Suspended on').waitFor();
    const titles = shelf.section('Holds').getByRole('heading', { level: 3 });
    await expect(titles.allInnerTexts()).resolves.toEqual([
      'Ready',
      'Waiting short',
      'Waiting long',
      'Suspended a week',
      'Suspended on',
    ]);
    await shelf.card('Holds', 'Waiting long').getByText('Number 18 of 19 in line').waitFor();
    await shelf.close();
  });

  test('shows each request and its answer, and copies it without the token', async () => {
    const shelf = await ShelfPage.open(browser, shelves.address);
    const { page } = shelf;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await shelf.useToken(patron);
    await shelf.card('Holds', 'Ready').waitFor();
    await shelf.openDrawer();
    const entry = shelf.section('Requests').getByRole('listitem').last();
    await entry.getByText('GET').click();
    await expect(entry.innerText()).resolves.toMatch(/GET \/v1\/patrons\/me 200 \d+ ms/);
    const answer = await entry.getByLabel('Answer').innerText();
    expect(answer).toMatch(/^content-type: application\/json/);
    expect(answer).toContain('etag: ');
    expect(answer).toContain(`"patronId": ${patron.patronId}`);
    await entry.getByRole('button', { name: 'Copy as curl' }).click();
    await shelf.done('The command is copied.');
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(command.replaceAll(/\s*\\\n\s*/g, ' ')).toBe(
      `curl '${shelves.library.service.url}/v1/patrons/me' -H "Authorization: Bearer $TOKEN"`,
    );
    await expect(page.locator('body').innerText()).resolves.not.toContain(patron.token);
    await shelf.close();
  });
});

const TITLES = [
  'Emma',
  'A Room of One’s Own',
  'Middlemarch: A Study of Provincial Life',
  'The Strange Case of Dr Jekyll and Mr Hyde',
  'The Tenant of Wildfell Hall',
  ...['Dubliners', 'Persuasion', 'North and South', 'The Moonstone', 'Bleak House'],
];

inChromium('a patron with ten holds', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let reader: TestPatron;
  useShelves((opened) => ({ browser, shelves } = opened));
  beforeAll(async () => {
    const { library } = shelves;
    await learnConduct(library.service.database, true);
    reader = await library.addPatron();
    const borrower = await library.addPatron({ checkoutLimit: TITLES.length });
    for (const name of TITLES) {
      const title = await library.addTitle(1, {
        title: name,
        creators: [{ role: 'Author', name: 'Anne Brontë' }],
      });
      await mustSucceed(borrower.borrow(title));
      await mustSucceed(reader.place(title));
    }
    await waitCurvesOf(library.service.database).work();
  });

  /** How many waits are wholly on the first screen, before anybody has scrolled. */
  async function waitsSeen(size: typeof DESK): Promise<number> {
    const shelf = await ShelfPage.open(browser, shelves.address, { size });
    await shelf.useToken(reader);
    const waits = shelf
      .section('Holds')
      .getByText(/^Likely by .+; at the latest, nine times in ten, by .+\.$/);
    await waits.nth(TITLES.length - 1).waitFor();
    for (const name of TITLES) await shelf.card('Holds', name).waitFor();
    expect(await waits.count()).toBe(TITLES.length);
    expect(await shelf.page.evaluate<number>('scrollY')).toBe(0);
    const boxes = await Promise.all((await waits.all()).map((wait) => wait.boundingBox()));
    await requireAccessible(shelf.page);
    await shelf.close();
    return boxes.filter((box) => box !== null && box.y >= 0 && box.y + box.height <= size.height).length;
  }

  test('sees ten waits on one screen of a desk, and three of them on one of a phone', async () => {
    await expect(waitsSeen(DESK)).resolves.toBe(TITLES.length);
    await expect(waitsSeen(PHONE)).resolves.toBeGreaterThanOrEqual(3);
  });
});

/** A patron with a hold in each condition and a loan. */
async function withEverything({ library }: ShelfLibrary): Promise<TestPatron> {
  const patron = await library.addPatron();
  const add = async (title: string, owned = 0, before = 0): ReturnType<typeof library.addTitle> => {
    const added = await library.addTitle(owned, { title });
    if (before > 0) await library.fillQueue(added, before);
    expect((await patron.place(added)).status).toBe(201);
    return added;
  };
  const suspended = await add('Suspended on', 0, 4);
  expect((await patron.suspend(suspended)).status).toBe(201);
  const week = await add('Suspended a week');
  const days = { suspensionType: 'limited', numberOfDays: '7' };
  expect((await patron.suspend(week, days)).status).toBe(201);
  const long = await add('Waiting long', 0, 17);
  await library.fillQueue(long, 1);
  await add('Waiting short', 0, 2);
  await add('Ready', 1);
  const loan = await library.addTitle(1, { title: 'On loan' });
  expect((await patron.borrow(loan, { formatType: 'ebook-kindle' })).status).toBe(201);
  return patron;
}
