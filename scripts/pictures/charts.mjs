import { join } from 'node:path';
import { clientOf, until } from './client.mjs';
import { signIn } from './console.mjs';
import { SIZES, takePicture } from './picture.mjs';

const LIBRARY = 37;
const CHARTS = `/console/libraries/${LIBRARY}/charts`;
const PATRONS = [1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010];
/** For each day, how many holds patrons try to place: the weekend is busy. */
const PLACED = [4, 3, 5, 2, 7, 9, 6, 3, 4, 2, 5, 8, 10, 6];
/** Titles that many want. */
const POPULAR = ['100003', '100071', '100118', '100123', '100253', '100296', '100263', '100055', '100137'];
/** Others, from this one on. */
const FIRST_TITLE = 100_150;
/** The library buys copies of a popular title on this day. */
const BUYING = { day: 8, copies: { reserveId: '46121b2c-3768-59d7-818c-ddfebe545832', copiesOwned: 6 } };
const MAX_HOLDS = 12;
const DAY_SECONDS = 86_400;
const EMAIL = 'reader@example.org';

/**
 * Takes the pictures of the charts, after two weeks in which patrons place holds, borrow and return. It moves the sandbox's
 * clock, so it comes last.
 */
export async function takeChartPictures({ browser, url, folder, operatorToken, run }) {
  const operator = clientOf(url, operatorToken);
  const patrons = [];
  for (const patronId of PATRONS)
    patrons.push(
      clientOf(url, await run(['token', String(patronId), '--expires-in', String(60 * DAY_SECONDS)])),
    );
  const pages = await openPages(browser, url);
  const [{ page: reader }] = pages;
  for (const day of PLACED.keys()) {
    await spendDay(operator, patrons, day);
    await advanceClock(operator);
    await untilSampled(reader, operator, url + CHARTS);
  }
  for (const { name, page } of pages) {
    await page.goto(url + CHARTS);
    await takePicture(page, join(folder, `charts-${name}.webp`));
  }
  for (const { page } of pages) await page.context().close();
}

/** Signed in, one for each picture. */
async function openPages(browser, url) {
  const pages = [];
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB' });
      const page = await context.newPage();
      await page.goto(`${url}/console/sign-in`);
      await signIn(page);
      pages.push({ name: `${size}-${colorScheme}`, page });
    }
  return pages;
}

/** Each patron comes about every other day. */
async function spendDay(operator, patrons, day) {
  if (day === BUYING.day) await buyCopies(operator);
  for (const [number, patron] of patrons.entries())
    if ((number + day) % 2 === 0) await visit(patron, number + day);
  for (let placed = 0; placed < PLACED[day]; placed++) {
    const number = day * 10 + placed;
    const id = placed % 2 === 0 ? POPULAR[(day + placed) % POPULAR.length] : String(FIRST_TITLE + number);
    await place(patrons[number % patrons.length], id);
  }
}

/** A patron returns the oldest loan, borrows what is ready, and sometimes suspends a hold. */
async function visit(patron, number) {
  const { checkouts } = await patron.get('/v1/patrons/me/checkouts');
  const oldest = checkouts.toSorted((a, b) => (a.checkoutDate < b.checkoutDate ? -1 : 1))[0];
  if (oldest && number % 3 !== 0) await patron.delete(`/v1/patrons/me/checkouts/${oldest.reserveId}`);
  const { holds } = await patron.get('/v1/patrons/me/holds');
  for (const { reserveId, holdExpires } of holds)
    if (holdExpires) await patron.post('/v1/patrons/me/checkouts', { id: reserveId });
  const suspended = holds.find(({ holdExpires, holdSuspension }) => !holdExpires && !holdSuspension);
  if (suspended && number % 5 === 0)
    await patron.post(`/v1/patrons/me/holds/${suspended.reserveId}/suspension`, {
      suspensionType: 'limited',
      numberOfDays: 4,
    });
}

async function place(patron, id) {
  const { holds } = await patron.get('/v1/patrons/me/holds');
  const { checkouts } = await patron.get('/v1/patrons/me/checkouts');
  const hasTitle = [...holds, ...checkouts].some(({ crossRefId }) => String(crossRefId) === id);
  if (hasTitle || holds.length >= MAX_HOLDS) return;
  await patron.post('/v1/patrons/me/holds', { id, emailAddress: EMAIL });
}

function buyCopies(operator) {
  const record = { record: 'copies', websiteId: LIBRARY, collectionId: 'main', ...BUYING.copies };
  return operator.send('POST', '/operator/v1/records', 'application/x-ndjson', `${JSON.stringify(record)}\n`);
}

function advanceClock(operator) {
  const move = JSON.stringify({ advanceSeconds: DAY_SECONDS });
  return operator.send('POST', '/sandbox/v1/clock', 'application/json', move);
}

/** Until the worker has written the figures of the day. */
async function untilSampled(page, operator, charts) {
  const { now } = await operator.get('/sandbox/v1/clock');
  const row = page.locator(`tbody time[datetime="${now.slice(0, 10)}"]`);
  await until(async () => {
    await page.goto(charts);
    return (await row.count()) > 0;
  });
}
