import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustSucceed, PatronClient } from '../../support/client.js';
import { DAY, eventually } from '../../support/clock.js';
import { CHECKOUTS, holdPath, HOLDS } from '../../support/paths.js';
import { OPERATOR_TOKEN, SandboxClock } from '../../support/sandbox-clock.js';
import { hasChromium, launchBrowser, openPage } from '../support/browser.js';
import { runHoldfast, type ServiceProcess, startProcess } from '../support/processes.js';

const FRANKENSTEIN = 100001;

let dataDir: string;
let service: ServiceProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-first-start-'));
  // Where root runs the tests, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(dataDir, 0o755);
  service = await startProcess({ DATA_DIR: dataDir, OPERATOR_TOKEN });
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  await rm(dataDir, { recursive: true });
});

async function tokenOf(patronId: number): Promise<string> {
  const { code, out, err } = await runHoldfast(['token', String(patronId)], { DATA_DIR: dataDir });
  expect([code, err]).toEqual([0, '']);
  return out.trim();
}

/** With no mail server in the settings, mails are files. */
async function mails(): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

test('the story of the README: from an empty list to the mail, and to the end of the loan', async () => {
  const patron = new PatronClient(service.url, await tokenOf(1001));
  const other = new PatronClient(service.url, await tokenOf(1002));
  expect((await patron.get(HOLDS)).body).toMatchObject({ totalItems: 0, holds: [] });

  const placed = await patron.post(HOLDS, { id: FRANKENSTEIN, emailAddress: 'ada@example.org' });
  expect([placed.status, placed.body.holdListPosition, placed.body.numberOfHolds]).toEqual([201, 2, 2]);
  expect((await other.delete(holdPath(FRANKENSTEIN))).status).toBe(204);
  expect((await patron.get(holdPath(FRANKENSTEIN))).body).toMatchObject({
    holdListPosition: 1,
    numberOfHolds: 1,
    holdExpires: expect.any(String),
    actions: { checkout: expect.anything() },
  });

  await eventually(async () =>
    expect((await mails()).find((text) => /^To: ada@example\.org\r?$/m.test(text))).toContain(
      'Subject: Ready to borrow: Frankenstein',
    ),
  );

  expect((await patron.post(CHECKOUTS, { reserveId: String(FRANKENSTEIN) })).status).toBe(201);
  await new SandboxClock(service.url).advance(22 * DAY);
  // The token has ended, too.
  const later = new PatronClient(service.url, await tokenOf(1001));
  await eventually(async () => expect((await later.get(CHECKOUTS)).body).toMatchObject({ totalItems: 0 }));
});

(hasChromium ? test : test.skip)('the shelf and the console open in a browser', async () => {
  const token = await tokenOf(1003);
  const patron = new PatronClient(service.url, token);
  await mustSucceed(patron.post(HOLDS, { id: FRANKENSTEIN, emailAddress: 'ben@example.org' }));
  const browser = await launchBrowser();
  try {
    const shelf = await openPage(browser);
    await shelf.page.goto(`${service.url}/shelf`);
    await shelf.page.getByLabel('Token', { exact: true }).fill(token);
    await shelf.page.getByRole('button', { name: 'Use this token' }).click();
    const holds = shelf.page.getByRole('region', { name: 'Holds', exact: true });
    await holds.getByRole('article', { name: /^Frankenstein/ }).waitFor();
    await shelf.close();

    const console = await openPage(browser);
    await console.page.goto(`${service.url}/console`);
    await console.page.getByLabel('Name').fill('demo');
    const password = await readFile(join(dataDir, 'console-password'), 'utf8');
    await console.page.getByLabel('Password').fill(password.trim());
    await console.page.getByRole('button').click();
    await console.page.waitForURL(/\/console\/libraries\/\d+$/);
    await console.close();
  } finally {
    await browser.close();
  }
});
