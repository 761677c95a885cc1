import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { staffPermissions } from '../openapi/permissions.mjs';
import { clientOf, until } from './client.mjs';
import { SIZES, takePicture } from './picture.mjs';

/** The demo library, and patrons and titles of it. */
const LIBRARY = 37;
const PATRON = 1007;
const READY = '100023';
const WAITING = '100522';
const SUSPENDED = ['100055', '100137'];
const BORROWED = '100024';

const NAME = 'dana';
const COLLEAGUE = 'kim';
const PASSWORD = 'correct horse battery staple';

/** Files and a mail are no pages; the page to sign in and the charts have pictures of their own. */
const NO_PICTURE = /\.css$|\.csv$|\/export$|\/previews\/mail$|\/charts$|\/sign-in(\/.*)?$/;

/** Takes a picture of every page of the console but the charts, on a phone and a desk, light and dark. */
export async function takeConsolePictures({ browser, url, folder, operatorToken, wrongDomain, run }) {
  await mkdir(folder, { recursive: true });
  const api = clientOf(url, operatorToken);
  for (const [name, role] of [
    [NAME, 'admin'],
    [COLLEAGUE, 'desk'],
  ]) {
    const args = [
      'staff',
      'add',
      name,
      '--role',
      role,
      '--library',
      String(LIBRARY),
      '--password-from-stdin',
    ];
    await run(args, `${PASSWORD}\n`);
  }
  const token = await run(['token', String(PATRON)]);
  const variables = await prepare(api, clientOf(url, token), wrongDomain);
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB' });
      const page = await context.newPage();
      await page.goto(`${url}/console/sign-in`);
      await takePicture(page, join(folder, `sign-in-${size}-${colorScheme}.webp`));
      await signIn(page);
      const staffId = await colleagueOn(page, url);
      for (const path of await pages()) {
        const address = addressOf(path, { ...variables, staffId });
        const answer = await page.goto(url + address);
        if (answer.status() !== 200) throw new Error(`${address} answered ${answer.status()}.`);
        await takePicture(page, join(folder, `${nameOf(path)}-${size}-${colorScheme}.webp`));
      }
      await context.close();
    }
}

/** No endpoint tells the id of an account: its page does. */
async function colleagueOn(page, url) {
  await page.goto(`${url}/console/libraries/${LIBRARY}/accounts`);
  const address = await page.getByRole('link', { name: COLLEAGUE, exact: true }).getAttribute('href');
  return address.split('/').at(-1);
}

/** A title is the one of the failed mail, of the longest queue, the one that is borrowed, or one that is waited for. */
function addressOf(path, { longestQueue, ...variables }) {
  const { id } = variables;
  const ids = { queues: longestQueue, checkouts: BORROWED };
  const own = path.endsWith('/last-day') ? WAITING : ids[path.split('/:id')[0].split('/').at(-1)];
  const values = { ...variables, id: own ?? id };
  const address = path.replace(/:(\w+)/g, (_, name) => values[name]);
  if (address.endsWith('/placement')) return `${address}?reserveId=${longestQueue}`;
  return address.endsWith('/what-if/result') ? `${address}?pickupHours=24&copiesPerTitle=1` : address;
}

async function pages() {
  return Object.keys(await staffPermissions())
    .filter((route) => route.startsWith('GET /console/') && !NO_PICTURE.test(route))
    .map((route) => route.replace('GET ', ''));
}

/** `/console/libraries/:websiteId/mail/:id/:ticket` is `mail-id-ticket`. */
function nameOf(path) {
  if (path === '/console/libraries') return 'libraries';
  const rest = path.replace('/console/libraries/:websiteId', '').replace(/^\//, '');
  return rest === '' ? 'today' : rest.replaceAll(/[/:.]+/g, '-');
}

/** On the page to sign in, with the account that `takeConsolePictures` has made. */
export async function signIn(page) {
  await page.getByLabel('Name').fill(NAME);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button').click();
  await page.waitForURL(/\/console\/libraries\/\d+$/);
}

/** Holds in every condition, a mail that failed, and an import with rejected lines, a webhook. @returns what varies in the addresses */
async function prepare(operator, patron, wrongDomain) {
  const emailAddress = 'reader@example.org';
  await patron.post('/v1/patrons/me/holds', { id: READY, emailAddress: `reader@${wrongDomain}` });
  for (const id of [WAITING, ...SUSPENDED]) await patron.post('/v1/patrons/me/holds', { id, emailAddress });
  const [limited, indefinite] = SUSPENDED;
  await patron.post(`/v1/patrons/me/holds/${limited}/suspension`, {
    suspensionType: 'limited',
    numberOfDays: 2,
  });
  await patron.post(`/v1/patrons/me/holds/${indefinite}/suspension`, { suspensionType: 'indefinite' });
  await patron.post('/v1/patrons/me/checkouts', { id: BORROWED });
  const entryId = 'christmas';
  const closed = {
    kind: 'closed',
    name: 'Christmas',
    from: '2026-12-24',
    to: '2026-12-26',
    repeats: 'yearly',
  };
  await operator.send(
    'POST',
    '/operator/v1/records',
    'application/x-ndjson',
    toLine({ record: 'calendar', websiteId: LIBRARY, entryId, ...closed }),
  );
  const imports = `/operator/v1/libraries/${LIBRARY}/imports`;
  const lines = [{ record: 'patron', websiteId: LIBRARY, patronId: 7 }, { record: 'libary' }, null];
  const { importId } = await operator.send(
    'POST',
    imports,
    'application/x-ndjson',
    lines.map(toLine).join(''),
  );
  await until(async () => (await operator.get(`${imports}/${importId}`)).state === 'done');
  const { notices } = await until(async () => {
    const unsent = await operator.get('/operator/v1/mail');
    return unsent.notices.length > 0 && unsent;
  });
  const [{ reserveId, ticket }] = notices;
  const { webhookId } = await operator.post(`/operator/v1/libraries/${LIBRARY}/webhooks`, {
    url: 'https://discovery.example.org/holdfast',
    types: 'title.changed',
  });
  const { queues } = await operator.get(`/operator/v1/libraries/${LIBRARY}/queues`);
  return {
    websiteId: LIBRARY,
    patronId: PATRON,
    importId,
    entryId,
    webhookId,
    id: reserveId,
    ticket,
    longestQueue: queues[0].reserveId,
  };
}

const toLine = (record) => `${JSON.stringify(record)}\n`;
