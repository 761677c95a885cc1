import type { Browser } from 'playwright-core';
import {
  hasChromium,
  type PageOptions,
  requireAccessible,
  requireNoSidewaysScrolling,
} from '../../support/browser.js';
import type { TestPatron } from '../../../support/test-library.js';
import { cardOf, dateIn, PIN, type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;
const WEBSITE_ID = 37;

inChromium('the shelf', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let patron: TestPatron;
  useShelves((opened) => ({ browser, shelves } = opened));
  beforeAll(async () => {
    const notices = { languages: ['en', 'fr', 'de', 'ar'] };
    await shelves.library.import({ record: 'settings', websiteId: WEBSITE_ID, notices });
    patron = await withEverything(shelves);
  });

  const open = (options: PageOptions, query = ''): Promise<ShelfPage> =>
    ShelfPage.open(browser, shelves.address + query, options);

  test('speaks German in a German browser, with its forms of numbers and dates, also of refusals', async () => {
    const shelf = await open({ locale: 'de-DE' });
    const { page } = shelf;
    await page.getByRole('heading', { name: 'Mit dem Bibliotheksausweis anmelden' }).waitFor();
    await page.getByLabel('Kartennummer').fill(cardOf(patron));
    await page.getByLabel('PIN', { exact: true }).fill('0000');
    await shelf.button('Anmelden').click();
    await page.getByRole('alert').filter({ hasText: 'Die Kartennummer oder die PIN ist falsch.' }).waitFor();
    await page.getByLabel('PIN', { exact: true }).fill(PIN);
    await shelf.button('Anmelden').click();
    await shelf.card('Ausleihen', 'Middlemarch').getByRole('button', { name: 'Jetzt lesen' }).waitFor();
    await page.getByRole('link', { name: 'Vormerkungen 3' }).click();
    const waiting = shelf.card('Vormerkungen', 'Villette');
    await waiting.getByText('Platz 3 von 3').waitFor();
    await shelf
      .card('Vormerkungen', 'Emma')
      .getByText(/^Ausleihen bis (?:Mo|Di|Mi|Do|Fr|Sa|So)\., .* in \d Tagen$/)
      .waitFor();
    await waiting.getByRole('button', { name: 'Aussetzen' }).click();
    await page.getByLabel('Bis', { exact: true }).fill(dateIn(0));
    await shelf.submit('Aussetzen');
    await waiting.getByText('Bitte wählen Sie einen der nächsten 365 Tage.').waitFor();
    await page.getByRole('link', { name: 'Einstellungen' }).click();
    await page.getByText('E-Books: 21 Tage').waitFor();
    await page.getByRole('searchbox').fill('villette');
    await page.getByRole('button', { name: 'Suchen', exact: true }).click();
    const found = shelf.card('Suche', 'Villette');
    await found.getByText('Vorgemerkt').waitFor();
    await found.getByText('Platz 3 von 3').waitFor();
    await shelf.button('Anfragen').click();
    await shelf.section('Anfragen').locator('summary').first().click();
    await shelf.section('Anfragen').getByRole('button', { name: 'Als curl kopieren' }).waitFor();
    await page.getByRole('button', { name: '+1 Stunde' }).click();
    await shelf.done(/^Die Uhr zeigt .*\d:\d\d\.$/);
    expect(shelf.takeRefusals()).toBe(2);
    await requireAccessible(page);
    await shelf.close();
  });

  test('is in Arabic from right to left, and no wider than a window of 320 px', async () => {
    const shelf = await open({ locale: 'ar', size: { width: 320, height: 640 } });
    const { page } = shelf;
    const look = async (): Promise<void> => {
      await requireAccessible(page);
      await requireNoSidewaysScrolling(page);
    };
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await look();
    await page.getByLabel('رمز الوصول', { exact: true }).fill(patron.token);
    await shelf.button('استخدم هذا الرمز').click();
    await page.getByRole('link', { name: 'الحجوزات 3' }).click();
    const waiting = shelf.card('الحجوزات', 'Villette');
    await waiting.getByText('المكان 3 من 3').waitFor();
    await look();
    await waiting.locator('.menu > summary').click();
    await look();
    await page.setViewportSize({ width: 1280, height: 800 });
    await look();
    await shelf.close();
  });

  test('stays in the language that was chosen by hand, and the patron signed in', async () => {
    const shelf = await open({ locale: 'de-DE' }, '?lang=fr');
    const { page } = shelf;
    await page.getByLabel('Jeton', { exact: true }).fill(patron.token);
    await shelf.button('Utiliser ce jeton').click();
    await page.getByRole('link', { name: 'Mes réglages' }).click();
    await page.getByLabel('Langue').selectOption('English');
    await shelf.button('Changer de langue').click();
    await shelf.section('My settings').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await shelf.section('My settings').waitFor();
    await page.goto(`${shelves.address}/`);
    await shelf.section('Loans').waitFor();
    await shelf.close();
  });

  test('says without script that it needs one, and the language can be chosen', async () => {
    const shelf = await open({ locale: 'de-DE', script: false });
    await shelf.page.getByText('Das Regal braucht JavaScript').waitFor();
    for (const name of ['pin', 'token']) {
      const field = shelf.page.locator(`input[name=${name}]`);
      expect([await field.count(), await field.isVisible()]).toEqual([1, false]);
    }
    await shelf.page.getByLabel('Sprache').selectOption('Français');
    await shelf.button('Sprache wechseln').click();
    await shelf.page.getByText('L’étagère a besoin de JavaScript').waitFor();
    expect(new URL(shelf.page.url()).search).toBe(`?library=${WEBSITE_ID}&lang=fr`);
    await shelf.close();
  });
});

/** A patron with a hold that waits as the third, a ready one, a suspended one, and a loan. */
async function withEverything(shelves: ShelfLibrary): Promise<TestPatron> {
  const { library } = shelves;
  const patron = await shelves.addPatron();
  const waiting = await library.addTitle(0, { title: 'Villette' });
  await library.fillQueue(waiting, 2);
  const suspended = await library.addTitle(0, { title: 'Persuasion' });
  const ready = await library.addTitle(1, { title: 'Emma' });
  for (const title of [waiting, suspended, ready]) expect((await patron.place(title)).status).toBe(201);
  expect((await patron.suspend(suspended)).status).toBe(201);
  const loan = await library.addTitle(1, { title: 'Middlemarch' });
  expect((await patron.borrow(loan, { formatType: 'ebook-kindle' })).status).toBe(201);
  return patron;
}
