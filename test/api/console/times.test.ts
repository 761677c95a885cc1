import { queueAddress } from '../../../src/console/addresses.js';
import { TestLibrary } from '../../support/test-library.js';
import { WEBSITE_ID } from '../../support/records.js';
import { ConsoleClient } from '../../support/console/console-client.js';

let withoutShelf: TestLibrary;
let library: TestLibrary;
let staff: ConsoleClient;

beforeAll(async () => {
  library = await TestLibrary.alone({}, { SHELF: 'true' });
  withoutShelf = await TestLibrary.alone({}, { SHELF: 'false' });
  staff = await ConsoleClient.signIn(library.service);
});
afterAll(() => Promise.all([library.close(), withoutShelf.close()]));

const TIME = /<time datetime="([^"]+)" title="([^"]+)">([^<]+)<\/time>/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

/** The first time on the page of a queue. */
async function timeShown(): Promise<{ utc: string; hint: string; text: string; page: string }> {
  const title = await library.addTitle();
  await library.fillQueue(title, 1);
  const { html, text: page } = await staff.get(queueAddress(WEBSITE_ID, title.reserveId));
  const [, utc = '', hint = '', text = ''] = TIME.exec(html) ?? [];
  return { utc, hint, text, page };
}

/** The same moment as a clock shows it that is so many minutes ahead of UTC. */
function onClock(utc: string, minutesAhead: number): string {
  const [date = '', clock = ''] = new Date(Date.parse(utc) + minutesAhead * 60_000).toISOString().split('T');
  const [year, month, day] = date.split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 0) - 1]} ${year}, ${clock.slice(0, 5)}`;
}

test('times are in UTC as long as the library has set no zone', async () => {
  const { utc, text, page } = await timeShown();
  expect(text).toBe(onClock(utc, 0));
  expect(page).toContain('Times of day are in UTC.');
});

test('times are in the library’s zone, and in UTC for programs and on hover', async () => {
  const notices = { timeZone: 'Asia/Kolkata' };
  await library.import({ record: 'settings', websiteId: WEBSITE_ID, notices });
  const { utc, hint, text, page } = await timeShown();
  expect(utc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(hint).toBe(`${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`);
  expect(text).toBe(onClock(utc, 5.5 * 60));
  expect(page).toContain('Times of day are in the library’s zone, Asia/Kolkata.');
  // What concerns several libraries has the zone of none of them.
  expect((await staff.get('/console/libraries')).text).toContain('Times of day are in UTC.');
  await library.import({ record: 'settings', websiteId: WEBSITE_ID, delete: true });
});

test('each page leads to the documentation, and to the shelf where there is one', async () => {
  const { html } = await staff.get(`/console/libraries/${WEBSITE_ID}/mail`);
  expect(html).toContain('<a href="/docs">');
  expect(html).toContain(`<a href="/shelf?library=${WEBSITE_ID}">`);
  expect((await staff.get('/console/libraries')).html).toContain('<a href="/shelf">');
  for (const path of ['/docs', '/shelf', `/shelf?library=${WEBSITE_ID}`])
    expect((await fetch(library.service.url + path)).status).toBe(200);
});

test('a service without the shelf has no link to it', async () => {
  const { html } = await (await ConsoleClient.signIn(withoutShelf.service)).get('/console');
  expect(html).toContain('<a href="/docs">');
  expect(html).not.toContain('/shelf');
});
