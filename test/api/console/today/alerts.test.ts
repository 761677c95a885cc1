import { type Alert, alertsOf, firstOf, MAX_ALERTS } from '../../../../src/console/today/alerts.js';
import type { LibraryToday, Today } from '../../../../src/console/today/today.service.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';

const LIBRARY: LibraryToday = {
  library: { websiteId: WEBSITE_ID, name: 'Harbour' },
  undelivered: { refused: 0, retrying: 0, 'given-up': 0, sending: 0 },
  idleCopies: 0,
  flawedImports: [],
  silentWebhooks: [],
};
const GOOD: Today = {
  isMailPaused: false,
  jobRunners: 1,
  oldestNoticeSeconds: 60,
  overdueSeconds: 60,
  hasMoreUndelivered: false,
  libraries: [LIBRARY],
  unreachable: [],
};

const seen = (today: Partial<Today>): string[] =>
  alertsOf({ ...GOOD, ...today }).map(({ tone, title }: Alert) => `${tone}: ${title}`);

const inLibrary = (members: Partial<LibraryToday>): Partial<Today> => ({
  libraries: [{ ...LIBRARY, ...members }],
});

test('delays of a minute are none', () => {
  expect(seen({})).toEqual([]);
});

test.each<[Partial<Today>, string[]]>([
  [{ unreachable: [3, 12] }, ['problem: Nothing is known of 2 libraries: 3, 12']],
  [{ jobRunners: 0 }, ['problem: No worker is running']],
  [{ oldestNoticeSeconds: 61 }, ['warning: Notices are late']],
  [{ overdueSeconds: 61 }, ['problem: Timers are late']],
  // Paused mail is late by intention.
  [{ isMailPaused: true, oldestNoticeSeconds: 4000 }, ['problem: Mail is paused']],
  [
    inLibrary({ undelivered: { ...LIBRARY.undelivered, refused: 1 } }),
    ['problem: Harbour: 1 notice not delivered'],
  ],
  [
    inLibrary({ undelivered: { refused: 1000, 'given-up': 2, retrying: 3, sending: 4 } }),
    ['problem: Harbour: 1,002 notices not delivered', 'warning: Harbour: 7 notices delayed'],
  ],
  [inLibrary({ idleCopies: 1 }), ['problem: Harbour: 1 copy is idle while somebody waits']],
  [inLibrary({ idleCopies: 2 }), ['problem: Harbour: 2 copies are idle while somebody waits']],
])('%j needs somebody: %j', (today, alerts) => {
  expect(seen(today)).toEqual(alerts);
});

describe('today', () => {
  let library: TestLibrary;
  let staff: ConsoleClient;
  beforeAll(async () => {
    library = await TestLibrary.open({ name: 'Harbour' });
    staff = await ConsoleClient.signIn(library.service, 'dora', ['desk']);
  });
  afterAll(() => library.close());
  const today = async (): Promise<string> => (await staff.get('/console')).text;

  test('says that no worker runs, and that no copy is idle', async () => {
    const { patron, title } = await library.suspended();
    await library.setCopiesOwned(title, 2);
    const text = await today();
    expect(text).toContain('No worker is running');
    expect(text).toContain('Copies idle while somebody waits none');
    expect(text).toContain('Workers 0');
    expect(text).not.toContain('There are no alerts');
    await patron.remove(title);
  });

  test('counts copies that nobody got although somebody waits who may use them', async () => {
    const title = await library.addTitle({ main: 0, adults: 0 });
    await library.fillQueue(title, 1);
    const forAdults = await library.addTitle({ main: 0, adults: 0 });
    const child = await library.addPatron({ category: 'child' });
    expect((await child.place(forAdults)).status).toBe(201);
    // As if the queue had not handed them on.
    const setOwned = statement(
      'test-idle',
      `UPDATE copies SET owned = $2 WHERE reserve_id = ANY ($1::uuid[]) AND collection_id = 'adults'`,
    );
    const titles = [title.reserveId, forAdults.reserveId];
    await library.service.database.run(setOwned, [titles, 3]);
    expect(await today()).toContain('Harbour: 3 copies are idle while somebody waits');
    await library.service.database.run(setOwned, [titles, 0]);
  });
});

test('a page has a hundred of them, and problems before warnings if there are more', () => {
  const late = Array.from({ length: 70 }, (_, id) => ({
    ...LIBRARY,
    library: { websiteId: id, name: `Library ${id}` },
    undelivered: { ...LIBRARY.undelivered, retrying: 1, refused: 1 },
  }));
  const all = alertsOf({ ...GOOD, libraries: late });
  expect(all).toHaveLength(140);
  const shown = firstOf(all);
  expect(shown).toHaveLength(MAX_ALERTS);
  expect(shown.slice(0, 70).every(({ tone }) => tone === 'problem')).toBe(true);
  expect(firstOf(all.slice(0, 100))).toEqual(all.slice(0, 100));
});
