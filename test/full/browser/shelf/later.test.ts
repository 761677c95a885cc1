import type { Browser } from 'playwright-core';
import { hasChromium, PHONE, requireAccessible } from '../../support/browser.js';
import { ME } from '../../../support/paths.js';
import { mustSucceed } from '../../../support/client.js';
import { conditionIn } from '../../../support/conditions.js';
import { type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

inChromium('what a patron keeps for later', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  useShelves((opened) => ({ browser, shelves } = opened));

  test.each([
    ['a desk', undefined],
    ['a phone', PHONE],
  ])(
    'is chosen beside a hold, stands below the holds, and takes the place of one, on %s',
    async (on, size) => {
      const { library } = shelves;
      const name = `Villette on ${on}`;
      const [patron, title] = [await library.addPatron(), await library.addTitle(0, { title: name })];
      const shelf = await ShelfPage.open(browser, shelves.address, size && { size });
      const { page } = shelf;
      await shelf.useToken(patron);
      await shelf.search(name);
      const found = shelf.card('Search', name);
      await found.getByRole('button', { name: 'Place a hold' }).waitFor();
      await found.getByRole('button', { name: 'For later' }).click();
      await found.getByText('It goes on your list, without a place in line.').waitFor();
      await requireAccessible(page);
      await found.getByLabel('E-mail address').fill('later@example.org');
      await shelf.submit('For later');
      await shelf.done('It is kept for later, below your holds.');
      await expect(shelf.focused()).resolves.toBe(name);
      expect(await found.getByRole('button', { name: 'For later' }).count()).toBe(0);
      await found.locator('.condition').getByText('For later').waitFor();

      await shelf.view('Holds');
      const later = shelf.card('For later', name);
      await later.getByText('Mail to later@example.org').waitFor();
      await requireAccessible(page);
      await later.getByRole('button', { name: 'Place a hold' }).click();
      await later.getByLabel('E-mail address').fill('hold@example.org');
      await shelf.submit('Place a hold');
      const hold = shelf.card('Holds', name);
      await hold.getByText('The hold is placed.').waitFor();
      await later.waitFor({ state: 'detached' });
      expect(conditionIn(await patron.find(title))).toBe('waiting');

      await shelf.press(hold, 'For later instead');
      await hold.getByText(`Put ${name} on the list “For later”? Your place in line is lost.`).waitFor();
      await requireAccessible(page);
      await shelf.submit('For later instead');
      await later.getByText('It is kept for later, below your holds.').waitFor();
      await hold.waitFor({ state: 'detached' });
      expect(conditionIn(await patron.find(title))).toBe('gone');

      await shelf.press(later, 'Not for later');
      await shelf.submit('Not for later');
      await shelf.done(`Done. ${name}`);
      await expect(shelf.focused()).resolves.toBe('Holds');
      expect((await mustSucceed(patron.get(`${ME}/watches`))).body.totalItems).toBe(0);
      await shelf.close();
    },
  );

  test('a link in a mail opens the form of an action on a hold, and carries nothing out', async () => {
    const { library, address } = shelves;
    const patron = await library.addPatron();
    const [, { reserveId }] = [
      await mustSucceed(patron.place(await library.addTitle(0, { title: 'Emma' }))),
      (await mustSucceed(patron.place(await library.addTitle(0, { title: 'Persuasion' })))).body as {
        reserveId: string;
      },
    ];
    const shelf = await ShelfPage.open(browser, address, { size: PHONE });
    await shelf.useToken(patron);
    await shelf.page.goto(`${address}/holds?hold=${reserveId}&action=addSuspension`);
    await shelf.card('Holds', 'Persuasion').getByRole('button', { name: '14 days' }).click();
    await shelf.card('Holds', 'Persuasion').getByText('Suspended', { exact: true }).waitFor();
    expect(await shelf.page.getByRole('form').count()).toBe(0);
    await shelf.page.goto(`${address}/holds?hold=${reserveId}&action=removeHold`);
    await shelf.card('Holds', 'Persuasion').getByText('Your place in line is lost.').waitFor();
    expect((await mustSucceed(patron.get(`${ME}/holds`))).body.totalItems).toBe(2);
    await shelf.close();
  });
});
