import { statement } from '../../../../src/platform/database/statement.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, HOUR } from '../../../support/clock.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';

const LIBRARY = `/console/libraries/${WEBSITE_ID}`;

let library: TestLibrary;
let desk: ConsoleClient;
let admin: ConsoleClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  desk = await ConsoleClient.signIn(library.service, 'dora', ['desk']);
  admin = await ConsoleClient.signIn(library.service, 'ada', ['admin']);
});
afterAll(() => library.close());

const run = (sql: string, values: unknown[] = []): Promise<unknown[]> =>
  library.service.database.run(statement('', sql), values);

describe('mail that is paused on a restored copy', () => {
  const RESUME = `${LIBRARY}/mail/resume`;
  const RESTORED = 'this database is a restored copy';
  beforeAll(async () => {
    await run('DELETE FROM mail_origin');
    await run(`INSERT INTO mail_origin (database_identity, recovery) VALUES ('1/1', '')`);
  });

  test('is resumed by an administrator who says that the original is stopped', async () => {
    const { html, text } = await admin.get(`${LIBRARY}/mail`);
    expect(text).toContain(RESTORED);
    expect(html).toContain(`action="${RESUME}"`);
    expect((await admin.submit(RESUME, {})).status).toBe(400);
    expect((await admin.submit(RESUME, { originalIsStopped: 'no' })).status).toBe(400);
    expect((await admin.get(`${LIBRARY}/mail`)).text).toContain(RESTORED);

    const seen = (await desk.get(`${LIBRARY}/mail`)).html;
    expect([seen.includes(RESTORED), seen.includes(RESUME)]).toEqual([true, false]);

    expect((await admin.submit(RESUME, { originalIsStopped: 'yes' })).text).toContain('Mail is resumed');
    expect((await admin.get(`${LIBRARY}/mail`)).text).not.toContain(RESTORED);
    const actions = await run(
      `SELECT action, staff_name AS name FROM staff_action WHERE action = 'mail-resumed'`,
    );
    expect(actions).toEqual([{ action: 'mail-resumed', name: 'ada' }]);
  });
});

describe('the page to repair a notice', () => {
  const REPAIR = 'Send the notice again';

  test('has no form for a hold without an address, or for a notice that is not in the list', async () => {
    const { title } = await library.ready();
    const page = await desk.get(`${LIBRARY}/mail/${title.reserveId}/1`);
    expect(page.text).toContain('no longer in the list');
    expect(page.text).not.toContain(REPAIR);
    expect((await desk.get(`${LIBRARY}/mail/${title.reserveId}/2`)).status).toBe(404);
  });

  test('refuses what is no address, and then changes nothing', async () => {
    const { patron, title } = await library.ready();
    const address = `${LIBRARY}/mail/${title.reserveId}/1`;
    for (const emailAddress of ['', 'nobody', 'a@example.org, b@example.org']) {
      const page = await desk.submit(address, { emailAddress });
      expect([page.status, page.text]).toEqual([422, expect.stringContaining('no longer in the list')]);
    }
    expect((await patron.find(title)).body.emailAddress).toBe(patron.emailAddress);
  });
});

test('the timers say what ends in which hour, and what is late', async () => {
  await library.ready();
  await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
  await mustSucceed((await library.addPatron()).borrow(await library.addTitle(1)));
  const rowsOf = (html: string): string[][] =>
    [...html.matchAll(/<tr><th scope="row".*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell),
    );
  const before = await desk.get(`${LIBRARY}/timers`);
  expect(before.text).toContain('Longest overdue none');
  // Pickups, suspensions and checkouts. Other tests of this file have left pickups of the same hour, or the one before.
  expect(rowsOf(before.html)[0]).toEqual(['0', '1', '0']);
  expect(rowsOf(before.html).at(-1)?.slice(1)).toEqual(['0', '0']);
  await advanceClock(library.service, DAY + 3 * HOUR);
  expect((await desk.get(`${LIBRARY}/timers`)).text).toContain(
    'Something has been over for 3 hours, and no worker has acted on it.',
  );
});

describe('a preview', () => {
  const PREVIEWS = `${LIBRARY}/previews`;

  test('is of the occasion and the language that were asked for', async () => {
    const { html, text } = await desk.get(`${PREVIEWS}?occasion=ended&language=fr`);
    expect(html).toMatch(/<p lang="fr" dir="ltr">/);
    expect(text).toContain('Frankenstein');
    expect(text).not.toContain('Your hold has ended');
    expect(html).toContain(`href="${PREVIEWS}/mail?occasion=ended&amp;language=fr"`);
    for (const query of ['occasion=overdue', 'language=sv'])
      expect((await desk.get(`${PREVIEWS}?${query}`)).status).toBe(400);
  });

  test('as a page runs no script, sends no form, and is of no origin', async () => {
    const { status, headers, html } = await desk.get(`${PREVIEWS}/mail?occasion=reminder&language=ar`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      'sandbox',
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src https: data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).toContain('<html lang="ar" dir="rtl">');
  });
});
