import type { Browser, Route } from 'playwright-core';
import { hasChromium, PHONE, requireAccessible } from '../../support/browser.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { conditionIn, conditionsOf } from '../../../support/conditions.js';
import { waitUntilPublished } from '../../../support/events/event-reader.js';
import type { TestPatron, TestTitle } from '../../../support/test-library.js';
import { cardOf, type ShelfLibrary, ShelfPage, useShelves } from './shelf-library.js';

const inChromium = hasChromium ? describe : describe.skip;

const ENTRY = '**/v1/patrons/me';
const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '1' },
  json: { errorCode: 'TooManyRequests', message: 'Over the limit of 20 requests.' },
};

inChromium('what the shelf tells', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  let shelf: ShelfPage;
  let patron: TestPatron;
  let title: TestTitle;
  useShelves((opened) => ({ browser, shelves } = opened));
  beforeEach(async () => {
    shelf = await ShelfPage.open(browser, shelves.address, { size: PHONE });
    ({ patron, title } = await shelves.library.waiting());
  });
  afterEach(() => shelf.close());

  const name = (): string => `Title ${title.crossRefId}`;

  /** What the shelf asks after that has no answer: none comes once the refusals are counted. */
  const refuseOnce = async (): Promise<void> => {
    let refusals = 0;
    await shelf.page.route(ENTRY, (route) => (refusals++ < 1 ? route.fulfill(TOO_MANY) : undefined));
  };

  test('stands beside the hold, in view on a phone', async () => {
    const { library } = shelves;
    for (let count = 0; count < 8; count++)
      expect((await patron.place(await library.addTitle(0))).status).toBe(201);
    await shelf.useToken(patron);
    const hold = shelf.card('Holds', name());
    await shelf.press(hold, 'Suspend');
    await hold.getByRole('button', { name: 'Suspend' }).click();
    const note = hold.getByText('The hold is suspended. It keeps its place.');
    await note.waitFor();
    const { top, bottom } = await note.evaluate((node) => node.getBoundingClientRect());
    expect([top >= 0, bottom <= PHONE.height]).toEqual([true, true]);
    expect(await shelf.page.getByRole('status').count()).toBe(1);
  });

  test('is either that everything was read, or that it was not', async () => {
    await shelf.useToken(patron);
    await shelf.button('Refresh').click();
    await shelf.done('Everything was read again.');
    await refuseOnce();
    await shelf.button('Refresh').click();
    await shelf.page.getByRole('alert').filter({ hasText: 'That was too much at once.' }).waitFor();
    expect(await shelf.page.getByText('Everything was read again.').count()).toBe(0);
    expect(shelf.takeRefusals()).toBe(1);
    await requireAccessible(shelf.page);
  });

  test('on a card that is gone offers nothing more, even if the shelf cannot be read', async () => {
    await shelf.useToken(patron);
    const hold = shelf.card('Holds', name());
    await shelf.press(hold, 'Remove hold');
    await refuseOnce();
    await hold.getByRole('button', { name: 'Remove hold' }).click();
    await hold.getByText('The hold is removed.').waitFor();
    await requireAccessible(shelf.page);
    expect(await hold.getByRole('button').count()).toBe(0);
    expect(conditionIn(await patron.find(title))).toBe('gone');
    expect(shelf.takeRefusals()).toBe(1);
  });

  test('is that a request is under way, once, and it can be given up', async () => {
    await shelf.useToken(patron);
    const held: Route[] = [];
    await shelf.page.route('**/suspension', (route) => void held.push(route));
    const hold = shelf.card('Holds', name());
    await shelf.press(hold, 'Suspend');
    await hold.getByRole('button', { name: 'Suspend' }).dblclick();
    await hold.getByText('Working …').waitFor();
    await requireAccessible(shelf.page);
    await eventually(() => Promise.resolve(expect(held).toHaveLength(1)));
    await hold.getByRole('button', { name: 'Cancel' }).click();
    await hold.getByText('Cancelled. Refresh to see whether it was done.').waitFor();
    // Without it, a request that the browser is still giving up would go on to the service.
    await held[0]!.abort();
    await shelf.page.unroute('**/suspension');
    await hold.getByRole('button', { name: 'Suspend' }).click();
    await hold.getByText(/^Until .* in 7 days$/).waitFor();
    expect(await hold.getByText('Cancelled.').count()).toBe(0);
    expect(held).toHaveLength(1);
  });

  test('at the start is when it tries again, and then it does', async () => {
    let refusals = 0;
    await shelf.page.route(ENTRY, (route) => (refusals++ < 2 ? route.fulfill(TOO_MANY) : route.continue()));
    await shelf.page.getByLabel('Token', { exact: true }).fill(patron.token);
    await shelf.button('Use this token').click();
    await shelf.page.getByText(/Trying again (?:in \d+ s\.|…)/).waitFor();
    expect(await shelf.page.getByText('Reading your shelf').count()).toBe(0);
    await shelf.card('Holds', name()).waitFor();
    expect(await shelf.page.getByRole('alert').count()).toBe(0);
    expect(shelf.takeRefusals()).toBe(2);
  });

  test('at the start is that there is no connection, and then the shelf', async () => {
    await shelf.page.route(ENTRY, (route) => route.abort());
    await shelf.page.getByLabel('Token', { exact: true }).fill(patron.token);
    await shelf.button('Use this token').click();
    await shelf.page.getByRole('alert').waitFor();
    expect(await shelf.page.getByText('Reading your shelf').count()).toBe(0);
    await requireAccessible(shelf.page);
    await shelf.page.unroute(ENTRY);
    await shelf.card('Holds', name()).waitFor();
    shelf.takeLostConnections();
  });

  test('of a title that was refused for now comes later', async () => {
    let refusals = 0;
    await shelf.page.route('**/*metadata*', (route) =>
      refusals++ < 1 ? route.fulfill(TOO_MANY) : route.continue(),
    );
    await shelf.useToken(patron);
    // No action is offered before it is known what it is on.
    const unknown = shelf.card('Holds', 'A title');
    await unknown.waitFor();
    expect(await unknown.getByRole('button').count()).toBe(0);
    await shelf.card('Holds', name()).waitFor();
    expect(shelf.takeRefusals()).toBe(1);
  });

  test('never names a status', async () => {
    await shelf.useToken(patron);
    await shelf.page.route('**/suspension', (route) =>
      route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
    );
    const hold = shelf.card('Holds', name());
    await shelf.press(hold, 'Suspend');
    await hold.getByRole('button', { name: 'Suspend' }).click();
    await hold.getByRole('alert').filter({ hasText: 'The service does not answer.' }).waitFor();
    await requireAccessible(shelf.page);
    expect(await hold.getByText('502').count()).toBe(0);
    shelf.takeFailures();
  });
});

inChromium('the session of a patron', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  useShelves((opened) => ({ browser, shelves } = opened));

  test('is that of all tabs of the browser, also after a reload; to sign out of one ends the token, and is to sign out of all', async () => {
    const patron = await shelves.addPatron();
    const shelf = await ShelfPage.open(browser, shelves.address);
    await shelf.signIn(cardOf(patron));
    await shelf.section('Holds').waitFor();
    await expect(shelf.focused()).resolves.toBe('Holds');
    expect(await shelf.page.locator('main').count()).toBe(1);
    await shelf.page.reload();
    await shelf.section('Holds').waitFor();
    const { token } = JSON.parse(await shelf.page.evaluate<string>('sessionStorage.shelf')) as {
      token: string;
    };
    const second = await shelf.page.context().newPage();
    await second.goto(shelves.address);
    await second.getByRole('region', { name: 'Holds', exact: true }).waitFor();
    const ended = second.waitForResponse((response) => response.request().method() === 'POST');
    await second.getByRole('button', { name: 'Sign out' }).click();
    expect((await ended).status()).toBe(204);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${shelves.library.service.url}/v1/patrons/me`, { headers })).status).toBe(401);
    await shelf.page.getByRole('heading', { name: 'Sign in with your library card' }).waitFor();
    await second.reload();
    await second.getByRole('heading', { name: 'Sign in with your library card' }).waitFor();
    const stored = [shelf.page, second].map((page) => page.evaluate<number>('sessionStorage.length'));
    expect(await Promise.all(stored)).toEqual([0, 0]);
    await shelf.close();
  });
});

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
    await shelf.done(/^The hold is suspended\. It keeps its place\.$/);
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
    await hold.getByText('Ready', { exact: true }).waitFor();
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
    await form.getByRole('button', { name: 'Suspend 1 hold, leave 1 ready' }).click();
    await shelf.done('1 hold is suspended. 1 ready: left as before.');
    await expect(conditionsOf(ready, patron, next)).resolves.toEqual(['ready', 'waiting']);
    await expect(conditionsOf(waiting, patron)).resolves.toEqual(['suspended']);

    // Nothing is left to be suspended at once.
    expect(await holds.getByRole('button', { name: /^Suspend \d/ }).count()).toBe(0);
    const other = await library.addTitle(0);
    await mustSucceed(patron.place(other));
    await shelf.button('Refresh').click();
    await holds.getByRole('button', { name: 'Suspend 1 hold, leave 1 ready' }).click();
    await holds.getByLabel('Also what is ready').check();
    await holds.locator('form').getByRole('button', { name: 'Suspend 2 holds' }).click();
    await shelf.done(/^2 holds are suspended\.$/);
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
    await holds.getByRole('button', { name: 'Limit how many are ready' }).click();
    await holds.getByText('Only so many of your holds become ready at the same time.').waitFor();
    await holds.getByLabel('Ready at a time, at most').selectOption('1');
    await holds.locator('form').getByRole('button', { name: 'Limit how many are ready' }).click();
    await shelf.done('The number is saved. Your other holds keep their places.');
    await holds.getByText('At most 1 is ready at a time.').waitFor();
    await mustSucceed(patron.place(titles[1]));
    await expect(conditionsOf(titles[1], patron)).resolves.toEqual(['waiting']);
    await holds.getByRole('button', { name: 'Any number' }).click();
    await shelf.done('Any number of holds can be ready at a time.');
    expect(await holds.getByText('At most 1 is ready at a time.').count()).toBe(0);
  });
});

inChromium('while a patron looks at the shelf', () => {
  let browser: Browser;
  let shelves: ShelfLibrary;
  // A worker tells what has happened.
  useShelves((opened) => ({ browser, shelves } = opened), { ROLE: 'all' });

  test('a hold becomes ready, and the page shows it', async () => {
    const { library } = shelves;
    const { patron, title } = await library.waiting();
    await waitUntilPublished(library.service);
    const shelf = await ShelfPage.open(browser, shelves.address);
    const following = shelf.page.waitForResponse('**/v1/patrons/me/changes');
    await shelf.useToken(patron);
    expect((await following).status()).toBe(200);
    const hold = shelf.card('Holds', `Title ${title.crossRefId}`);
    await hold.getByText('Waiting').waitFor();
    expect(await hold.getByRole('button', { name: 'Borrow' }).count()).toBe(0);
    await library.setCopiesOwned(title, 1);
    await hold.getByRole('button', { name: 'Borrow' }).waitFor();
    await shelf.close();
  });
});
