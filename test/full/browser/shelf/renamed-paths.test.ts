import type { Browser } from 'playwright-core';
import { hasChromium } from '../../support/browser.js';
import { WIDE_BRAND } from '../../support/wide-brand.js';
import { ENTRY, renamePaths } from './renamed-paths.js';
import { cardOf, type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

inChromium('where every path but one has another name, the shelf', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  useShelves((opened) => ({ browser, shelves } = opened));

  test('signs in with a card, finds a title, waits, suspends, resumes, borrows, reads and returns', async () => {
    const { library } = shelves;
    const [patron, title] = [await shelves.addPatron(), await library.addTitle(0, { title: 'A Room' })];
    const shelf = await ShelfPage.open(browser, shelves.address);
    const untranslated = await renamePaths(shelf.page, library.service.url);
    await shelf.signIn(cardOf(patron));
    await shelf.page.getByText(WIDE_BRAND.name).waitFor();
    await shelf.search('room');
    await shelf.card('Search', 'A Room').getByRole('button', { name: 'Place a hold' }).click();
    await shelf.page.getByRole('textbox', { name: 'E-mail address' }).fill('reader@example.org');
    await shelf.submit('Place a hold');
    await shelf.done(/^The hold is placed\.$/);
    await shelf.card('Search', 'A Room').getByText('On hold').waitFor();
    await shelf.card('Search', 'A Room').getByText('Number 1 of 1 in line').first().waitFor();
    await shelf.view('Holds');
    const hold = shelf.card('Holds', 'A Room');
    await hold.getByText('Waiting').waitFor();
    await hold.getByText('Number 1 of 1 in line').waitFor();
    expect((await patron.find(title)).body).toMatchObject({ emailAddress: 'reader@example.org' });

    await hold.getByRole('button', { name: 'Suspend' }).click();
    await shelf.submit('Suspend');
    await hold.getByRole('button', { name: 'Resume' }).click();
    await hold.getByText('Waiting').waitFor();
    await library.setCopiesOwned(title, 1);
    await shelf.button('Refresh').click();
    await hold.getByText(/^Borrow it by \w+.* in \d days$/).waitFor();
    await hold.getByRole('button', { name: 'Borrow' }).click();
    await shelf.done(/^Borrowed\.$/);
    await hold.waitFor({ state: 'detached' });
    const loan = shelf.card('Loans', 'A Room');
    await loan.getByText(/^Yours until \w+/).waitFor();
    await expect(shelf.focused()).resolves.toBe('A Room');

    await shelf.press(loan, 'Choose a format');
    await loan.getByLabel('Format', { exact: true }).selectOption('ebook-kindle');
    await loan.getByRole('button', { name: 'Choose a format' }).click();
    await shelf.page.route('https://content.example.org/**', (route) => route.fulfill({ body: 'The book' }));
    await loan.getByRole('button', { name: 'Read now' }).click();
    await shelf.page.waitForURL(`https://content.example.org/${title.reserveId}/ebook-kindle**`);
    await shelf.page.goBack();
    await expect(loan.locator('img').getAttribute('src')).resolves.toMatch(/\/pictures\//);
    await shelf.press(loan, 'Return');
    await shelf.section('Loans').getByText('Return A Room?').waitFor();
    await loan.getByRole('button', { name: 'Return' }).click();
    await shelf.done('Returned. A Room');
    expect((await patron.loans()).body.totalItems).toBe(0);
    await expect(shelf.focused()).resolves.toBe('Loans');
    expect(untranslated).toEqual([]);
    await shelf.close();
  });

  test('would fail with an address of its own', async () => {
    const shelf = await ShelfPage.open(browser, shelves.address);
    const untranslated = await renamePaths(shelf.page, shelves.library.service.url);
    const { token } = await shelves.library.addPatron();
    const statusOf = (path: string): Promise<number> =>
      shelf.page.evaluate<number>(
        `fetch(${JSON.stringify(path)}, { headers: { authorization: 'Bearer ${token}' } }).then(({ status }) => status)`,
      );
    expect(await statusOf(ENTRY)).toBe(200);
    expect(await statusOf(`${ENTRY}/holds`)).toBe(404);
    expect(await statusOf('/third-edition/readers/myself/wishes')).toBe(200);
    expect(untranslated).toEqual([`GET ${ENTRY}/holds`]);
    expect(shelf.takeRefusals()).toBe(1);
    await shelf.close();
  });
});
