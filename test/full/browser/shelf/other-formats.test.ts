import type { Browser, Locator } from 'playwright-core';
import {
  hasChromium,
  pressEnterOn,
  requireAccessible,
  requireNoSidewaysScrolling,
} from '../../support/browser.js';
import { mustSucceed } from '../../../support/client.js';
import { conditionIn } from '../../../support/conditions.js';
import type { TestTitle } from '../../../support/test-library.js';
import { type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;
const NARROW = { width: 320, height: 640 };

inChromium('an e-book that is an audiobook, too', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  useShelves((opened) => ({ browser, shelves } = opened));

  /** @param free how many copies of the audiobook there are */
  async function addWork(title: string, free: number): Promise<[eBook: TestTitle, audiobook: TestTitle]> {
    const work = { title, creators: [{ role: 'Author', name: 'Charlotte Brontë' }] };
    return [
      await shelves.library.addTitle(0, work),
      await shelves.library.addTitle(free, {
        ...work,
        ...{ formatClass: 'Audiobook', formats: ['audiobook-mp3'] },
      }),
    ];
  }

  /** Of two cards with one name, that with this badge. */
  const ofKind = (cards: Locator, kind: string): Locator =>
    cards.filter({ has: cards.page().locator('.badge', { hasText: kind }) });

  test('is borrowed as audiobook where that is free, beside the hold that waits', async () => {
    const patron = await shelves.library.addPatron();
    const [eBook, audiobook] = await addWork('Villette', 1);
    await mustSucceed(patron.place(eBook));
    const shelf = await ShelfPage.open(browser, shelves.address, { size: NARROW, colorScheme: 'dark' });
    await shelf.useToken(patron);
    const hold = shelf.card('Holds', 'Villette');
    await hold.getByText('Also: Audiobook').waitFor();
    await hold.getByText('1 of 1 available').waitFor();
    await requireAccessible(shelf.page);
    await requireNoSidewaysScrolling(shelf.page);
    await pressEnterOn(shelf.page, hold.getByRole('button', { name: 'Borrow Audiobook: Villette' }));
    await shelf.card('Loans', 'Villette').getByText('Borrowed.').waitFor();
    expect((await patron.loan(audiobook)).status).toBe(200);
    await shelf.view('Holds');
    await hold.waitFor();
    expect(await hold.getByText('Also:').count()).toBe(0);
    await shelf.close();
  });

  test('is waited for in both forms, which count as one hold and say that the first will do', async () => {
    const patron = await shelves.library.addPatron({ holdLimit: 1 });
    const titles = await addWork('Shirley', 0);
    const shelf = await ShelfPage.open(browser, shelves.address, { size: NARROW });
    await shelf.useToken(patron);
    await shelf.search('Shirley');
    const found = ofKind(shelf.card('Search', 'Shirley'), 'E-book');
    await found.getByRole('button', { name: 'Place a hold' }).click();
    await found.getByLabel('E-mail address').fill('either@example.org');
    await found.getByLabel('Audiobook too: whichever comes first').check();
    await requireAccessible(shelf.page);
    await requireNoSidewaysScrolling(shelf.page);
    await shelf.submit('Place a hold');
    await shelf.done('The hold is placed. You get whichever comes first.');
    await shelf.view('Holds');
    const both = shelf.card('Holds', 'Shirley');
    for (const kind of ['E-book', 'Audiobook'])
      await ofKind(both, kind)
        .getByText(/^Whichever comes first: (?:E-book, Audiobook|Audiobook, E-book)$/)
        .waitFor();
    await shelf.section('Holds').getByText('1 of at most 1.').waitFor();
    await requireAccessible(shelf.page);
    for (const title of titles) expect(conditionIn(await patron.find(title))).toBe('waiting');
    await shelf.close();
  });

  test('is waited for as audiobook, too, from the card of the hold, in Arabic', async () => {
    const { library } = shelves;
    const notices = { languages: ['en', 'ar'] };
    await library.import({ record: 'settings', websiteId: library.websiteId, notices });
    const patron = await library.addPatron();
    const [eBook, audiobook] = await addWork('Emma', 0);
    await mustSucceed(patron.place(eBook));
    const shelf = await ShelfPage.open(browser, shelves.address, { size: NARROW, locale: 'ar' });
    const { page } = shelf;
    await page.getByLabel('رمز الوصول', { exact: true }).fill(patron.token);
    await shelf.button('استخدم هذا الرمز').click();
    await page.getByRole('link', { name: 'الحجوزات 1' }).click();
    await shelf.card('الحجوزات', 'Emma').getByText('أيضًا').waitFor();
    await requireAccessible(page);
    await requireNoSidewaysScrolling(page);
    await shelf.button('أيهما يتوفر أولًا').click();
    await page.getByRole('link', { name: 'الحجوزات 2' }).waitFor();
    expect((await mustSucceed(patron.find(audiobook))).body.alternatives).toEqual([eBook.reserveId]);
    await requireNoSidewaysScrolling(page);
    await shelf.close();
  });
});
