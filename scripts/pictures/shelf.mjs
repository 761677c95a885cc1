/**
 * Takes the pictures of the shelf, from the demo library: every condition of a hold, on a phone and a desk, light and dark.
 * Called with a service that is a sandbox on this machine and has the demo library; see docs/shelf.md.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The client and the first card of the demo library. */
const CLIENT = 'demo-app:demo-app-secret-for-laptops';
const CARD = '28000000001001';
const PIN = '2468';
/** Who places a hold, and who has the only copy of that title set aside before. */
const TELLER = { card: '28000000001003', pin: '0417' };
const NEXT = { id: '100001', card: '28000000001002', pin: '7315' };
const MAIL_TO = 'reader@example.org';

/** Titles of the demo library with queues, and what becomes of the reader's hold on each. */
const HOLDS = [
  { id: '100263' },
  { id: '100118' },
  { id: '100296', suspension: { suspensionType: 'limited', numberOfDays: '14' } },
  { id: '100253', suspension: { suspensionType: 'indefinite' } },
];
/** With free copies: a hold is ready at once. */
const FREE = ['100002', '100006'];
const BORROWED = '100015';

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 1000 } };

/**
 * @param browser Playwright's
 * @param url of the service, without a slash at its end
 * @param folder for the pictures
 */
export async function takeShelfPictures({ browser, url, folder = 'docs/pictures/shelf' }) {
  await mkdir(folder, { recursive: true });
  await prepare(url);
  for (const colorScheme of ['light', 'dark'])
    for (const name of Object.keys(SIZES)) await onPage(browser, { folder, name, colorScheme }, walk, url);
  await onPage(browser, { folder, name: 'phone', colorScheme: 'light' }, tell, url);
}

/** @param look takes pictures of a page of its own */
async function onPage(browser, { folder, name, colorScheme }, look, url) {
  const options = { viewport: SIZES[name], colorScheme, locale: 'en-GB', reducedMotion: 'reduce' };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await look(page, url, (view) => takePicture(page, join(folder, `${view}-${name}-${colorScheme}.webp`)));
  await context.close();
}

/** What the shelf is for, in three pictures: a hold is placed, becomes ready, and is borrowed. */
async function tell(page, url, take) {
  await page.goto(`${url}/shelf/search?q=frankenstein`);
  await page.getByLabel('Card number').fill(TELLER.card);
  await page.getByLabel('PIN', { exact: true }).fill(TELLER.pin);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const title = page.getByRole('article').filter({ hasText: 'Frankenstein' }).filter({ hasText: 'E-book' });
  await title.getByRole('button', { name: /^Place a hold/ }).click();
  await title.getByLabel('E-mail address').fill(MAIL_TO);
  await take('place');
  await title.getByRole('button', { name: 'Place a hold', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'The hold is placed.' }).waitFor();
  const token = await signIn(url, NEXT);
  await send({ token, method: 'DELETE', href: `${url}/v1/patrons/me/holds/${NEXT.id}` });
  await page.getByRole('link', { name: /^Holds/ }).click();
  await title.filter({ hasText: 'Ready' }).evaluate((card) => card.scrollIntoView({ block: 'center' }));
  await take('ready');
  await title.getByRole('button', { name: /^Borrow/ }).click();
  await title.getByRole('button', { name: /^Read now/ }).waitFor();
  await take('borrow');
}

/** Through the pages, with a picture of each. */
async function walk(page, url, take) {
  await page.goto(`${url}/shelf`);
  await page.getByLabel('Card number').fill(CARD);
  await page.getByLabel('PIN', { exact: true }).fill('0000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The card or the PIN is wrong.').waitFor();
  await take('sign-in');
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Read now' }).waitFor();
  await take('loans');
  await page.getByRole('link', { name: /^Holds/ }).click();
  await page.getByText('Until you resume it').first().waitFor();
  // Titles and covers come with a request of their own.
  await page.getByRole('heading', { name: 'The Murder of Roger Ackroyd', exact: true }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await take('holds');
  await scrollTo(page, 'The Murder of Roger Ackroyd', 'center');
  await take('suspended');

  await page.getByRole('button', { name: /^Suspend Mrs/ }).click();
  await page.getByLabel('Until', { exact: true }).fill('2099-12-31');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByText('Please choose a day').first().waitFor();
  await scrollTo(page, 'Mrs Dalloway', 'center');
  await take('form');
  await page.getByRole('button', { name: 'Cancel' }).click();

  const box = page.getByRole('searchbox');
  // A phone has it in the view.
  if (!(await box.isVisible())) await page.getByRole('link', { name: /^Search/ }).click();
  await box.fill('sea');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page
    .getByText(/^Titles 1 to/)
    .last()
    .waitFor();
  await page.getByRole('article').getByText('Available now').first().waitFor();
  await take('search');

  await page.getByRole('button', { name: /^Requests/ }).click();
  await page.locator('.exchange').first().locator('summary').click();
  await page.getByRole('complementary').evaluate((drawer) => drawer.scrollIntoView());
  await take('requests');
}

async function scrollTo(page, heading, block = 'start') {
  await page
    .getByRole('heading', { name: heading, exact: true })
    .evaluate((element, place) => element.scrollIntoView({ block: place }), block);
}

/** What the window shows, as WebP: half the size of a PNG. */
async function takePicture(page, file) {
  // Covers are loaded and drawn, which takes up to two frames.
  await page.evaluate(async () => {
    await Promise.all([...globalThis.document.images].map((image) => image.decode().catch(() => undefined)));
    for (let frame = 0; frame < 2; frame++) await new Promise(globalThis.requestAnimationFrame);
  });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 72 });
  await session.detach();
  await writeFile(file, Buffer.from(data, 'base64'));
}

/** Gives the reader a hold in every condition, and a loan. */
async function prepare(url) {
  const token = await signIn(url);
  const ask = (method, href, values) => send({ token, method, href, values });
  const { links } = await ask('GET', `${url}/v1/patrons/me`);
  for (const { id, suspension } of HOLDS) {
    const { actions } = await ask('POST', links.holds.href, { id, emailAddress: MAIL_TO });
    if (suspension) await ask('POST', actions.addSuspension.href, suspension);
  }
  for (const id of FREE) await ask('POST', links.holds.href, { id, emailAddress: MAIL_TO });
  await ask('POST', links.checkouts.href, { id: BORROWED });
}

async function signIn(url, { card = CARD, pin = PIN } = {}) {
  const scope = encodeURIComponent('websiteid:37 authorizationname:main');
  const response = await fetch(`${url}/patrontoken`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(CLIENT).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: `grant_type=password&username=${card}&password=${pin}&scope=${scope}`,
  });
  return (await response.json()).access_token;
}

async function send({ token, method, href, values }) {
  const fields = Object.entries(values ?? {}).map(([name, value]) => ({ name, value }));
  const response = await fetch(href, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(values && { body: JSON.stringify({ fields }) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${href} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
