import type { Browser, Page } from 'playwright-core';
import { catalog as english } from '../../../../src/shelf/browser/words/en.js';
import { catalog as german } from '../../../../src/shelf/browser/words/de.js';
import {
  hasChromium,
  launchBrowser,
  type PageOptions,
  requireAccessible,
  requireNoSidewaysScrolling,
} from '../../support/browser.js';
import type { TestPatron } from '../../../support/test-library.js';
import { cardOf, PIN, ShelfLibrary, ShelfPage } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;
const WEBSITE_ID = 37;

inChromium('the shelf', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let patron: TestPatron;
  beforeAll(async () => {
    [browser, shelves] = await Promise.all([launchBrowser(), ShelfLibrary.open()]);
    const notices = { languages: ['en', 'fr', 'de', 'ar'] };
    await shelves.library.import({ record: 'settings', websiteId: WEBSITE_ID, notices });
    patron = await withEverything(shelves);
  });
  afterAll(async () => {
    await browser.close();
    await shelves.close();
  });

  const open = (options: PageOptions, query = ''): Promise<ShelfPage> =>
    ShelfPage.open(browser, shelves.address + query, options);

  test('reads German all through in a German browser', async () => {
    const shelf = await open({ locale: 'de-DE' });
    const { page } = shelf;
    const look = async (): Promise<void> => {
      expect(await englishOn(page)).toEqual([]);
      await requireAccessible(page);
    };
    await page.getByRole('heading', { name: 'Mit dem Bibliotheksausweis anmelden' }).waitFor();
    await look();
    await page.getByLabel('Kartennummer').fill(cardOf(patron));
    await page.getByLabel('PIN', { exact: true }).fill('0000');
    await shelf.button('Anmelden').click();
    await page.getByRole('alert').filter({ hasText: 'Die Kartennummer oder die PIN ist falsch.' }).waitFor();
    expect(shelf.takeRefusals()).toBe(1);
    await look();
    await page.getByLabel('PIN', { exact: true }).fill(PIN);
    await shelf.button('Anmelden').click();
    const waiting = shelf.card('Vormerkungen', 'Villette');
    await waiting.getByText('Wartet, Platz 3 von 3').waitFor();
    await shelf
      .card('Vormerkungen', 'Emma')
      .getByText(/^Bereit bis (?:Mo|Di|Mi|Do|Fr|Sa|So)\., /)
      .waitFor();
    await shelf.card('Ausleihen', 'Middlemarch').getByRole('button', { name: 'Format wählen' }).waitFor();
    await page.getByText('E-Books: 21 Tage').waitFor();
    await look();

    await waiting.locator('.menu > summary').click();
    await look();
    await page.keyboard.press('Escape');
    await waiting.getByRole('button', { name: 'Aussetzen' }).click();
    await page.getByLabel('Wie lange', { exact: true }).selectOption('Für einige Tage');
    await page.getByLabel('Anzahl der Tage').fill('0');
    await shelf.submit('Aussetzen');
    await waiting.getByText('Bitte geben Sie eine Anzahl von Tagen von 1 bis 365 ein.').waitFor();
    expect(shelf.takeRefusals()).toBe(1);
    await look();
    await page.getByLabel('Titel, Name oder Thema').fill('villette');
    await page.getByRole('button', { name: 'Suchen', exact: true }).click();
    const found = shelf.card('Suche', 'Villette');
    await found.getByText('Vorgemerkt, Platz 3 von 3').waitFor();
    await found.getByText('Details').click();
    await found.getByText('0 von 0 Exemplaren frei. 3 Personen warten.').waitFor();
    await shelf.button('Anfragen').click();
    const requests = shelf.section('Anfragen');
    await requests.locator('summary').first().click();
    await requests.getByRole('button', { name: 'Als curl kopieren' }).waitFor();
    await look();
    await page.getByRole('button', { name: '+1 Stunde' }).click();
    await shelf.done(/^Die Uhr zeigt .*\d:\d\d\.$/);
    await look();
    await shelf.close();
  });

  test('would notice English in it', async () => {
    const shelf = await open({ locale: 'en-GB' });
    await shelf.useToken(patron);
    await shelf.card('Holds', 'Villette').waitFor();
    expect(await englishOn(shelf.page)).toEqual(
      expect.arrayContaining(['until', 'Skip to my holds', 'Borrow']),
    );
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
    const waiting = shelf.card('الحجوزات', 'Villette');
    await waiting.getByText('في الانتظار، المكان 3 من 3').waitFor();
    await look();
    // The edge that says what a hold is stands where reading begins.
    const edges = await waiting.evaluate((card) => {
      const { borderLeftWidth, borderRightWidth } = card.ownerDocument.defaultView!.getComputedStyle(card);
      return [borderLeftWidth, borderRightWidth];
    });
    expect(edges).toEqual(['1px', '5px']);
    await waiting.locator('.menu > summary').click();
    await look();
    await page.setViewportSize({ width: 1280, height: 800 });
    await waiting.locator('.line').waitFor();
    // The front of the line is at the right, and the patron, who is the last, at its left end.
    const people = await waiting
      .locator('.line g circle')
      .evaluateAll((all) => all.map((person) => person.getBoundingClientRect().x));
    const me = await waiting
      .locator('.line .me circle')
      .evaluate((circle) => circle.getBoundingClientRect().x);
    expect(people).toHaveLength(3);
    expect(me).toBe(Math.min(...people));
    await look();
    await shelf.close();
  });

  test('stays in the language that was chosen by hand, and the patron signed in', async () => {
    const shelf = await open({ locale: 'de-DE' }, '?lang=fr');
    const { page } = shelf;
    await page.getByLabel('Jeton', { exact: true }).fill(patron.token);
    await shelf.button('Utiliser ce jeton').click();
    await shelf.section('Réservations').waitFor();
    await page.getByLabel('Langue').selectOption('English');
    await shelf.button('Changer de langue').click();
    await shelf.section('Holds').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await shelf.section('Holds').waitFor();
    await page.goto(`${shelves.address}/`);
    await shelf.section('Holds').waitFor();
    await shelf.close();
  });

  test('can be chosen without script', async () => {
    const shelf = await open({ locale: 'de-DE', script: false });
    await shelf.page.getByText('Das Regal braucht JavaScript').waitFor();
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
  expect((await patron.borrow(loan)).status).toBe(201);
  return patron;
}

/** What of the English texts is on a page: what is seen, and what is there for readers of screens. */
async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`[...document.querySelectorAll('body *')].flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
    ...['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
  ].filter(() => element.closest('pre, bdi, .path, .mails, footer, [hidden]') === null))`);
  const shown = texts.join('\n');
  return piecesOf(english)
    .filter((piece) => !GERMAN.has(piece))
    .filter((piece) => new RegExp(`(?<![\\p{L}-])${escaped(piece)}(?![\\p{L}-])`, 'u').test(shown));
}

/** The words of a catalog between its values. */
function piecesOf(part: object): string[] {
  return Object.values(part).flatMap((value: unknown) =>
    typeof value !== 'string'
      ? piecesOf(value as object)
      : value
          .split(/\{\w+\}|\*\*/)
          .map((piece) => piece.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
          .filter((piece) => piece.length > 3),
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

const GERMAN: ReadonlySet<string> = new Set(piecesOf(german));
