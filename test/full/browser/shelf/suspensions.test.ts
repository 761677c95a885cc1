import type { Browser } from 'playwright-core';
import { hasChromium } from '../../support/browser.js';
import { mustSucceed } from '../../../support/client.js';
import { conditionsOf } from '../../../support/conditions.js';
import { type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

inChromium('on the shelf, a copy that is set aside', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let shelf: ShelfPage;
  useShelves((opened) => ({ browser, shelves } = opened));
  beforeEach(async () => {
    shelf = await ShelfPage.open(browser, shelves.address);
  });
  afterEach(() => shelf.close());

  test('is passed on only after a warning', async () => {
    const { library } = shelves;
    const title = await library.addTitle(1, { title: 'Villette' });
    const [patron, next] = await library.fillQueue(title, 2);
    await shelf.useToken(patron);
    const hold = shelf.card('Holds', 'Villette');
    await shelf.press(hold, 'Suspend');
    await hold.getByText('goes to the next patron. Your hold keeps its place.').waitFor();
    await expect(conditionsOf(title, patron, next)).resolves.toEqual(['ready', 'waiting']);
    await hold.getByRole('button', { name: 'Suspend' }).click();
    await shelf.done('The hold is suspended. It keeps its place. Villette');
    await expect(conditionsOf(title, patron, next)).resolves.toEqual(['suspended', 'ready']);
  });

  test('is kept when it came while the patron looked at a hold that waits', async () => {
    const { library } = shelves;
    const title = await library.addTitle(0, { title: 'Ruth' });
    const [patron, next] = await library.fillQueue(title, 2);
    await shelf.useToken(patron);
    const hold = shelf.card('Holds', 'Ruth');
    await hold.getByRole('button', { name: 'Suspend' }).click();
    await library.setCopiesOwned(title, 1);
    await hold.getByRole('button', { name: 'Suspend' }).click();
    await hold.getByText('It is ready for you by now, so it was not suspended.').waitFor();
    await hold.getByText(/^Ready/).waitFor();
    await expect(conditionsOf(title, patron, next)).resolves.toEqual(['ready', 'waiting']);
  });

  test('is spared when all holds are suspended, unless the patron ticks a box; buttons say how many', async () => {
    const { library } = shelves;
    const [ready, waiting] = [await library.addTitle(1), await library.addTitle(0)];
    const [patron, next] = await library.fillQueue(ready, 2);
    await mustSucceed(patron.place(waiting));
    await shelf.useToken(patron);
    const holds = shelf.section('Holds');
    await holds.getByRole('button', { name: 'Suspend 1 hold, leave 1 ready' }).click();
    const form = holds.getByRole('form', { name: 'Suspend 1 hold, leave 1 ready' });
    expect(await form.getByLabel('Number of days').count()).toBe(0);
    await form.getByRole('button', { name: 'Suspend 1 hold, leave 1 ready' }).click();
    await shelf.done('1 hold is suspended. 1 ready: left as before.');
    await expect(conditionsOf(ready, patron, next)).resolves.toEqual(['ready', 'waiting']);
    await expect(conditionsOf(waiting, patron)).resolves.toEqual(['suspended']);

    await holds.getByRole('button', { name: 'Suspend 0 holds, leave 1 ready' }).click();
    await holds.getByLabel('Also what is ready').check();
    await holds.locator('form').getByRole('button', { name: 'Suspend 1 hold' }).click();
    await shelf.done(/^1 hold is suspended\.$/);
    await expect(conditionsOf(ready, patron, next)).resolves.toEqual(['suspended', 'ready']);
  });

  test('comes for a few holds at a time, if the patron wants that', async () => {
    const { library } = shelves;
    const titles = [await library.addTitle(1), await library.addTitle(1)] as const;
    const patron = await library.addPatron();
    await mustSucceed(patron.place(await library.addTitle(0)));
    await mustSucceed(patron.place(titles[0]));
    await shelf.useToken(patron);
    const holds = shelf.section('Holds');
    await holds.getByRole('button', { name: 'Few at a time' }).click();
    await holds.getByLabel('Ready at a time, at most').selectOption('1');
    await holds.locator('form').getByRole('button', { name: 'Few at a time' }).click();
    await shelf.done('The number is saved. Your other holds keep their places.');
    await holds.getByText('At most 1 is ready at a time.').waitFor();
    await mustSucceed(patron.place(titles[1]));
    await expect(conditionsOf(titles[1], patron)).resolves.toEqual(['waiting']);
    await holds.getByRole('button', { name: 'As many as come' }).click();
    await shelf.done('Any number of holds can be ready at a time.');
    expect(await holds.getByText('At most 1 is ready at a time.').count()).toBe(0);
  });
});
