import type { Browser, Locator } from 'playwright-core';
import { waitCurvesOf } from '../../../support/runs/wait-curves.js';
import { hasChromium, PHONE, pressEnterOn, requireAccessible, typeInto } from '../../support/browser.js';
import { DAY, MINUTE } from '../../../support/clock.js';
import { conditionIn } from '../../../support/conditions.js';
import { cardOf, dateIn, PIN, type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

/** The day in so many days as the browser shows it, as a pattern: around midnight there are two. */
function dayIn(days: number): string {
  const shown = [-5, 5].map((minutes) =>
    new Date(Date.now() + days * DAY * 1000 + minutes * MINUTE * 1000).toLocaleDateString('en-GB', {
      timeZone: 'Europe/Berlin',
      day: 'numeric',
      month: 'short',
    }),
  );
  return shown.join('|');
}

inChromium('on the shelf, a patron', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let shelf: ShelfPage;
  useShelves((opened) => ({ browser, shelves } = opened));
  beforeEach(async () => {
    shelf = await ShelfPage.open(browser, shelves.address);
  });
  afterEach(() => shelf.close());

  test('is told how long a hold will wait, before it is placed and on its card', async () => {
    const { library } = shelves;
    const [patron, title] = [await shelves.addPatron(), await library.addTitle(1, { title: 'A Long Wait' })];
    const borrower = await library.addPatron();
    expect((await borrower.borrow(title)).status).toBe(201);
    await waitCurvesOf(library.service.database).work();
    await shelf.signIn(cardOf(patron));
    await shelf.search('long wait');
    const result = shelf.card('Search', 'A Long Wait');
    const expected = new RegExp(`Expected by (\\w+,? )?(${dayIn(21)})( \\d{4})?, often sooner\\.`);
    await result.getByText(expected).waitFor();
    expect((await patron.place(title)).status).toBe(201);
    await shelf.view('Holds');
    await shelf.button('Refresh').click();
    await shelf.card('Holds', 'A Long Wait').getByText(expected).waitFor();
  });

  test('whose card is blocked or has expired reads so before any click, with whom to ask, and is offered nothing that would be refused', async () => {
    const { library } = shelves;
    const { websiteId } = library;
    const homepage = 'https://library.example/';
    await library.import({ record: 'settings', websiteId, notices: { homepage } });
    const reason = 'Please see the desk about a lost book.';
    const patron = await library.addPatron({ blocked: { reason }, expiresOn: '2020-01-31' });
    await library.addTitle(1, { title: 'Evelina' });
    await shelf.useToken(patron);
    const notice = shelf.page.locator('.notice').filter({ hasText: 'Your library has blocked your card.' });
    for (const words of [reason, 'Your card was valid until 31 Jan 2020.', 'Your holds keep their places'])
      await expect(notice.innerText()).resolves.toContain(words);
    await expect(notice.getByRole('link').getAttribute('href')).resolves.toBe(homepage);
    await requireAccessible(shelf.page);
    await shelf.search('evelina');
    const free = shelf.card('Search', 'Evelina');
    await free.getByText('Available now').waitFor();
    expect(await free.getByRole('button').count()).toBe(0);
  });

  test('reads beside the field why a value was refused, and beside the hold why an action was', async () => {
    const { library } = shelves;
    const [patron, title] = [await library.addPatron(), await library.addTitle(0, { title: 'Persuasion' })];
    expect((await patron.place(title)).status).toBe(201);
    await shelf.useToken(patron);
    const hold = shelf.card('Holds', 'Persuasion');
    const refuse = async (action: string, label: string, value: string): Promise<string> => {
      await shelf.press(hold, action);
      await hold.getByLabel(label, { exact: true }).fill(value);
      await hold.getByRole('button', { name: action }).click();
      const field = hold.locator('[aria-invalid=true]');
      await field.waitFor();
      const message = hold.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
      expect(await field.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
      expect(await field.inputValue()).toBe(value);
      const text = await message.innerText();
      await hold.getByRole('button', { name: 'Cancel' }).click();
      return text;
    };
    const DAYS = 'Please choose a day within the next 365 days.';
    await expect(refuse('Suspend', 'Until', dateIn(400))).resolves.toBe(DAYS);
    await expect(refuse('Suspend', 'Until', '')).resolves.toBe(DAYS);
    await expect(refuse('Change e-mail address', 'E-mail address', 'me')).resolves.toBe(
      'Please enter one e-mail address, such as reader@example.org.',
    );
    expect(conditionIn(await patron.find(title))).toBe('waiting');
    // And of an action that has no form.
    expect((await patron.suspend(title)).status).toBe(201);
    await shelf.button('Refresh').click();
    const resume = hold.getByRole('button', { name: 'Resume' });
    await resume.waitFor();
    expect((await patron.release(title)).status).toBe(204);
    await resume.click();
    await hold.getByRole('alert').filter({ hasText: 'The hold is not suspended.' }).waitFor();
    expect(shelf.takeRefusals()).toBe(4);
  });

  test('is told of a wrong PIN only until they try the other form, and of a token that has ended; then they sign in', async () => {
    const [patron, wrongPin] = [await shelves.addPatron(), 'The card or the PIN is wrong.'];
    // A double tap is one attempt.
    await shelf.signIn(cardOf(patron), '0000', 2);
    await shelf.page.getByRole('alert').filter({ hasText: wrongPin }).waitFor();
    await shelf.page.getByLabel('Token', { exact: true }).fill('no-token-of-anybody');
    await shelf.button('Use this token').click();
    const ended = 'You are signed out. Please sign in again.';
    await shelf.page.getByRole('alert').filter({ hasText: ended }).waitFor();
    await expect(shelf.page.getByText(wrongPin).count()).resolves.toBe(0);
    expect(shelf.takeRefusals()).toBe(2);
    await shelf.signIn(cardOf(patron));
    await shelf.section('Holds').waitFor();
  });

  test('who has nothing yet is shown what can be had, and borrows it at one touch; offline is told before a request', async () => {
    const { library } = shelves;
    const patron = await library.addPatron();
    await library.addTitle(1, { title: 'Agnes Grey' });
    const ready = await library.addTitle(1, { title: 'Shirley' });
    const { page } = shelf;
    await shelf.useToken(patron);
    await shelf.section('Newest first').getByRole('article').first().waitFor();
    await requireAccessible(page);
    expect((await patron.place(ready)).status).toBe(201);
    await shelf.button('Refresh').click();
    await shelf.view('Loans');
    await shelf.card('Ready for you', 'Shirley').getByRole('button', { name: 'Borrow' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await requireAccessible(page);
    await shelf.card('Available now', 'Agnes Grey').getByRole('button', { name: 'Borrow' }).click();
    await shelf.card('Loans', 'Agnes Grey').waitFor();
    expect(await shelf.section('Available now').count()).toBe(0);
    shelf.takeLostConnections();
  });

  test('chooses how long to borrow', async () => {
    const patron = await shelves.library.addPatron();
    await shelf.useToken(patron);
    await shelf.page.getByRole('link', { name: 'My settings' }).click();
    await shelf.section('How long I borrow').getByRole('button', { name: 'Change Videos' }).click();
    await shelf.page.getByLabel('Days').selectOption('3');
    await shelf.submit('Change');
    await shelf.page.getByText('Videos: 3 days').waitFor();
  });

  test('chooses one mail a day, and takes that back', async () => {
    const patron = await shelves.library.addPatron();
    await shelf.useToken(patron);
    await shelf.page.getByRole('link', { name: 'My settings' }).click();
    const mail = shelf.section('How mail comes');
    await mail.getByText('As soon as').waitFor();
    await mail.getByRole('button', { name: 'Choose how mail comes' }).click();
    await shelf.page.getByLabel('Once a day').check();
    await shelf.submit('Choose how mail comes');
    await mail.getByText('Once a day').waitFor();
    await mail.getByRole('button', { name: 'As the library has it' }).click();
    await mail.getByText('As soon as').waitFor();
  });

  test('on a phone places and suspends with two touches each, and borrows and reads with one', async () => {
    const { library } = shelves;
    const patron = await library.addPatron();
    const formats = [{ id: 'ebook-overdrive', online: true }];
    const wanted = await library.addTitle(0, { title: 'Belinda', formats });
    const onPhone = await ShelfPage.open(browser, shelves.address, { size: PHONE });
    const { page } = onPhone;
    let touches = 0;
    const touch = async (card: Locator, name: string | RegExp): Promise<void> => {
      touches++;
      await card.getByRole('button', { name, exact: true }).click();
    };
    await onPhone.useToken(patron);
    await onPhone.search('belinda');
    const found = onPhone.card('Search', 'Belinda');
    await touch(found, /^Place a hold/);
    await page.keyboard.type('reader@example.org');
    await touch(found, 'Place a hold');
    await onPhone.done('The hold is placed.');
    expect(touches).toBe(2);

    await onPhone.view('Holds');
    const hold = onPhone.card('Holds', 'Belinda');
    await touch(hold, /^Suspend/);
    await touch(hold, '14 days');
    await hold.getByText(/in 14 days/).waitFor();
    expect(touches).toBe(4);

    expect((await patron.release(wanted)).status).toBe(204);
    await library.setCopiesOwned(wanted, 1);
    await onPhone.button('Refresh').click();
    await touch(hold, /^Borrow/);
    const loan = onPhone.card('Loans', 'Belinda');
    await loan.waitFor();
    expect(touches).toBe(5);
    await page.route('https://content.example.org/**', (route) => route.fulfill({ body: 'The book' }));
    await touch(loan, /^Read now/);
    await page.waitForURL(`https://content.example.org/${wanted.reserveId}/**`);
    expect(touches).toBe(6);
    await onPhone.close();
  });

  test('moves the clock of the sandbox, sees a pickup missed, and stays signed in past the end of the token', async () => {
    const { library } = shelves;
    const [patron, title] = [await shelves.addPatron(), await library.addTitle(1, { title: 'Cranford' })];
    expect((await patron.place(title)).status).toBe(201);
    await shelf.signIn(cardOf(patron));
    const hold = shelf.card('Holds', 'Cranford');
    await hold.getByText('Ready').waitFor();
    await shelf.openDrawer();
    await shelf.button('+3 days').click();
    await hold.getByText('Suspended').waitFor();
    await expect(hold.innerText()).resolves.toMatch(new RegExp(`Until .*(${dayIn(10)}).* in [67] days`));
    await shelf.button('+21 days').click();
    await shelf.done(new RegExp(`^The clock shows .*(?:${dayIn(24)})`));
    await hold.waitFor();
    await shelf.button('Now').click();
    await shelf.done('The clock shows');
  });

  test('opens the drawer on a phone, and is back at its button when it is closed', async () => {
    const onPhone = await ShelfPage.open(browser, shelves.address, { size: PHONE });
    await onPhone.useToken(await shelves.library.addPatron());
    const drawer = onPhone.page.getByRole('complementary');
    await expect(drawer.count()).resolves.toBe(0);
    await onPhone.button('Requests').click();
    await expect(drawer.evaluate((node) => node === node.ownerDocument.activeElement)).resolves.toBe(true);
    await expect(
      onPhone.button('Close').evaluate((node) => node.getBoundingClientRect().top),
    ).resolves.toBeLessThan(PHONE.height / 2);
    await onPhone.page.keyboard.press('Tab');
    await expect(onPhone.focused()).resolves.toBe('Close');
    await onPhone.page.keyboard.press('Enter');
    await drawer.waitFor({ state: 'detached' });
    await expect(onPhone.focused()).resolves.toMatch(/^Requests \(\d+\)$/);
    await onPhone.close();
  });

  test('does everything by the keyboard alone', async () => {
    const { library } = shelves;
    const [patron, title] = [await shelves.addPatron(), await library.addTitle(0, { title: 'Emma' })];
    const { page } = shelf;
    await typeInto(page, page.getByLabel('Card number'), cardOf(patron));
    await typeInto(page, page.getByLabel('PIN', { exact: true }), PIN);
    await pressEnterOn(page, shelf.button('Sign in'));
    await shelf.section('Holds').waitFor();
    await typeInto(page, page.getByRole('searchbox'), 'emma');
    await page.keyboard.press('Enter');
    const product = shelf.card('Search', 'Emma');
    await product.waitFor();
    await pressEnterOn(page, product.getByRole('button', { name: 'Place a hold' }));
    // The form has the focus in its first field.
    await page.keyboard.type('emma@example.org');
    await page.keyboard.press('Enter');
    await shelf.done(/^The hold is placed\.$/);
    await expect(shelf.focused()).resolves.toBe('Emma');
    await pressEnterOn(page, page.getByRole('link', { name: 'Holds 1' }));
    const hold = shelf.card('Holds', 'Emma');
    await pressEnterOn(page, hold.getByRole('button', { name: 'Suspend' }));
    await page.keyboard.press('Escape');
    await expect(shelf.focused()).resolves.toBe('Suspend Emma');
    await page.keyboard.press('Enter');
    // Behind 7, 14 and 30 days.
    for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab');
    await expect(shelf.focused()).resolves.toBe('Until I resume it');
    await page.keyboard.press('Enter');
    await hold.getByText('Until you resume it').waitFor();
    await expect(shelf.focused()).resolves.toBe('Emma');
    /** Opens the form of an action, which may be behind the menu. */
    const act = async (name: string, isInMenu = false): Promise<void> => {
      if (isInMenu) await pressEnterOn(page, hold.locator('.menu > summary'));
      await pressEnterOn(page, hold.getByRole('button', { name }));
    };
    await act('Change suspension', true);
    await hold.getByLabel('Until', { exact: true }).fill(dateIn(14));
    await page.keyboard.press('Enter');
    await hold.getByText(/^Until \w{3},? \d+ \w+.* in 14 days$/).waitFor();
    await act('Resume');
    await hold.getByText('Waiting').waitFor();
    await act('Change e-mail address', true);
    await typeInto(page, hold.getByRole('textbox', { name: 'E-mail address' }), 'new@example.org');
    await page.keyboard.press('Enter');
    await hold.getByText('Mail to new@example.org').waitFor();
    await act('Remove hold', true);
    await hold.getByText('Remove hold: Emma? Your place in line is lost.').waitFor();
    await page.keyboard.press('Escape');
    expect(conditionIn(await patron.find(title))).toBe('waiting');
    // Back at the menu, which is closed.
    expect(await hold.locator('.menu').getAttribute('open')).toBeNull();
    await page.keyboard.press('Enter');
    await act('Remove hold');
    await hold.getByText('Remove hold: Emma? Your place in line is lost.').waitFor();
    await page.keyboard.press('Enter');
    await shelf.done('The hold is removed. Emma');
    await expect(shelf.focused()).resolves.toBe('Holds');
    expect(conditionIn(await patron.find(title))).toBe('gone');
  });
});
