import type { Browser } from 'playwright-core';
import { WaitCurvesService } from '../../../../src/circulation/waits/wait-curves.service.js';
import { DESK, hasChromium, PHONE, requireAccessible } from '../../support/browser.js';
import { mustSucceed } from '../../../support/client.js';
import { learnConduct } from '../../../support/runs/learned-conduct.js';
import type { TestPatron } from '../../../support/test-library.js';
import { type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

const TITLES = [
  'Emma',
  'A Room of One’s Own',
  'Middlemarch: A Study of Provincial Life',
  'Dubliners',
  'The Strange Case of Dr Jekyll and Mr Hyde',
  'Persuasion',
  'North and South',
  'The Moonstone',
  'Bleak House',
  'The Tenant of Wildfell Hall',
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
    await new WaitCurvesService(library.service.database).work();
  });

  /** How many waits are wholly on the first screen, before anybody has scrolled. */
  async function waitsSeen(size: typeof DESK): Promise<number> {
    const shelf = await ShelfPage.open(browser, shelves.address, { size });
    await shelf.useToken(reader);
    const waits = shelf.section('Holds').getByText(/^Likely by .+, at the latest by .+\.$/);
    await waits.nth(TITLES.length - 1).waitFor();
    for (const name of TITLES) await shelf.card('Holds', name).waitFor();
    expect(await waits.count()).toBe(TITLES.length);
    expect(await shelf.page.evaluate<number>('scrollY')).toBe(0);
    const boxes = await Promise.all((await waits.all()).map((wait) => wait.boundingBox()));
    await requireAccessible(shelf.page);
    await shelf.close();
    return boxes.filter((box) => box !== null && box.y >= 0 && box.y + box.height <= size.height).length;
  }

  test('sees ten waits on one screen of a desk', async () => {
    await expect(waitsSeen(DESK)).resolves.toBe(TITLES.length);
  });

  test('sees three of them on one screen of a phone, and how many there are', async () => {
    await expect(waitsSeen(PHONE)).resolves.toBeGreaterThanOrEqual(3);
  });
});
