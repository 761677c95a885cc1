import { randomUUID } from 'node:crypto';
import { statement } from '../../../../src/platform/database/statement.js';
import { endRun, recordProgress, startRun } from '../../../../src/records/engine/import-runs.store.js';
import { advanceClock, DAY, HOUR, serviceTime } from '../../../support/clock.js';
import { mustSucceed } from '../../../support/client.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';

let library: TestLibrary;
let staff: ConsoleClient;
let ofLibrary: string;
beforeEach(async () => {
  library = await TestLibrary.open({ name: 'Harbour' });
  ofLibrary = `/console/libraries/${library.websiteId}`;
  staff = await ConsoleClient.signIn(library, 'dora', ['desk']);
});

test('says that nothing sends mail and ends pickups, and counts copies that nobody got although somebody waits who may use them', async () => {
  const { title: rests } = await library.suspended();
  await library.setCopiesOwned(rests, 2);
  const today = async (): Promise<string> => (await staff.get('/console')).text;
  const before = await today();
  expect(before).toContain('No notices are sent, and pickups do not end in time');
  expect(before).toContain('Free copies kept from those who wait none');
  expect(before).toContain('Processes that send mail and end pickups 0');
  expect(before).toContain('The service itself needs somebody');
  const title = await library.addTitle({ main: 0, adults: 0 });
  await library.fillQueue(title, 1);
  const forAdults = await library.addTitle({ main: 0, adults: 0 });
  const child = await library.addPatron({ category: 'child' });
  expect((await child.place(forAdults)).status).toBe(201);
  // As if the queue had not assigned them.
  const setOwned = statement(
    'test-idle',
    `UPDATE copies SET owned = 3 WHERE website_id = $1 AND reserve_id = ANY ($2::uuid[]) AND collection_id = 'adults'`,
  );
  const titles = [title.reserveId, forAdults.reserveId];
  await library.service.database.run(setOwned, [library.websiteId, titles]);
  expect(await today()).toContain('Harbour: 3 copies are idle while somebody waits');
});

/** The text of the tile with this title, without the title itself. */
async function tile(title: string, who = staff): Promise<string | undefined> {
  const { html } = await who.get(ofLibrary);
  const [, rest] =
    new RegExp(`<li class="card tile [a-z]+"><h2>${title}</h2>(.*?)</li>(?=<li class="card|</ul>)`, 's').exec(
      html,
    ) ?? [];
  return rest
    ?.replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('titles of which copies should be bought are counted and named, by category and by all together, as long as holds wait', async () => {
  const toBuy = (): Promise<string | undefined> => tile('Titles to buy more of');
  expect(await toBuy()).toBe('none To buy');
  const title = await library.addTitle(1, { title: 'Wanted' });
  const patrons = await library.fillQueue(title, 7);
  // One has the copy: six wait for it.
  expect(await toBuy()).toBe('none To buy');
  await library.fillQueue(title, 1);
  expect(await toBuy()).toMatch(
    /^1 They have copies, but more than 6 waiting holds per copy\. Wanted \(.*\): 8 holds, 1 copy$/,
  );
  await mustSucceed(patrons[3].suspend(title));
  expect(await toBuy()).toBe('none To buy');

  const children = await library.addTitle({ main: 1, adults: 9 });
  for (let number = 0; number < 8; number += 1) {
    const child = await library.addPatron({ category: 'child' });
    await mustSucceed(child.place(children));
  }
  // Ten copies are enough for seven holds, but children may use only one of them.
  expect(await toBuy()).toMatch(/^1 /);
});

test('titles whose new holds wait longer than the library wants are counted, too', async () => {
  const title = await library.addTitle(1);
  await library.fillQueue(title, 2);
  const goal = { record: 'settings', websiteId: library.websiteId, collections: { targetWaitDays: 10 } };
  await library.import(goal);
  const setWait = statement(
    'test-wait-on-today',
    `UPDATE title_queue SET more_copies_owned = 1, more_copies_in = 'main', more_copies_hours = ARRAY[241, 100], more_copies_made_at = now()
     WHERE website_id = $1 AND reserve_id = $2`,
  );
  await library.service.database.run(setWait, [library.websiteId, title.reserveId]);
  expect(await tile('Titles to buy more of')).toMatch(/^1 .* or a wait of 10 days/);
});

test('titles whose patrons may use no copy are counted at once and named, with how long the first of them waits so', async () => {
  const without = (): Promise<string | undefined> => tile('Titles with no copy for those who wait');
  const title = await library.addTitle(1, { title: 'Lost' });
  await library.fillQueue(title, 2);
  expect(await without()).toBe('none Queues');
  await library.setCopiesOwned(title, 0);
  await advanceClock(library.service, 3 * DAY);
  expect(await without()).toMatch(/^1 Patrons wait, but .* Lost .*: for 3 days/);
  const { html } = await staff.get(ofLibrary);
  expect(html).toContain(`${ofLibrary}/queues/${title.reserveId}"`);
  // In this order, those that nobody will get are the first.
  expect(html).toContain(`${ofLibrary}/queues?sort=wait"`);
  const forAdults = await library.addTitle({ adults: 1 });
  const [, waits] = await library.fillQueue(forAdults, 2);
  const { websiteId } = library;
  await library.import({ record: 'patron', websiteId, patronId: waits.patronId, category: 'child' });
  expect(await without()).toMatch(/^2 /);
});

test('pickups are counted that end before the library’s day does, and listed, with their patrons for the desk alone', async () => {
  const pickups = async (): Promise<string | undefined> =>
    (await tile('Pickups that end today'))?.split(' ')[0];
  expect(await pickups()).toBe('none');
  const list = `${ofLibrary}/pickups`;
  expect((await staff.get(ofLibrary)).html).toContain(`href="${list}"`);
  expect((await staff.get(list)).text).toContain('No pickup ends today.');
  const { title, patron } = await library.ready();
  const endsAt = statement(
    'test-pickup-on-today',
    `UPDATE hold SET expires_at = date_trunc('day', service_now() AT TIME ZONE 'Asia/Kolkata') AT TIME ZONE 'Asia/Kolkata' + $3::interval
     WHERE website_id = $1 AND reserve_id = $2`,
  );
  const setEnd = (afterMidnight: string): Promise<unknown> =>
    library.service.database.run(endsAt, [library.websiteId, title.reserveId, afterMidnight]);
  await library.import({
    record: 'settings',
    websiteId: library.websiteId,
    notices: { timeZone: 'Asia/Kolkata' },
  });
  await setEnd('23 hours 59 minutes 59 seconds');
  expect(await pickups()).toBe('1');
  expect(await tile('Pickups that end today')).toContain('1 patron was sent no notice');
  const { html, text } = await staff.get(list);
  expect(html).toContain(`${ofLibrary}/queues/${title.reserveId}"`);
  expect(html).toContain(`${ofLibrary}/patrons/${patron.patronId}"`);
  expect(text).toContain('on its way');
  const { emailAddress } = patron;
  expect(html).toContain(`<a href="mailto:${emailAddress}">${emailAddress}</a>`);
  expect(text).not.toContain('no address is known');
  const viewer = await ConsoleClient.signIn(library, 'viola', ['viewer']);
  const seen = await viewer.get(list);
  expect(seen.html).toContain(`${ofLibrary}/queues/${title.reserveId}"`);
  for (const known of [String(patron.patronId), emailAddress]) expect(seen.html).not.toContain(known);
  const forget = statement('test-no-address', 'UPDATE hold SET email_address = NULL WHERE website_id = $1');
  await library.service.database.run(forget, [library.websiteId]);
  expect((await staff.get(list)).text).toMatch(/Of some no address is known here\..* no address known/);
  await setEnd('24 hours');
  expect(await pickups()).toBe('none');
});

test('notices that were refused are counted, those since yesterday apart, for who may put them right', async () => {
  const titles = 'Notices not delivered';
  expect(await tile(titles)).toBe('none Mail');
  const { title } = await library.ready();
  const refuse = statement(
    'test-refused-on-today',
    `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, failed_at, smtp_code)
     SELECT website_id, reserve_id, ticket, expires_at, service_now(), 550 FROM hold WHERE website_id = $1 AND reserve_id = $2`,
  );
  await library.service.database.run(refuse, [library.websiteId, title.reserveId]);
  expect(await tile(titles)).toMatch(/^1 Their patrons .* 1 was refused since yesterday\./);
  const viewer = await ConsoleClient.signIn(library, 'vera', ['viewer']);
  expect(await tile(titles, viewer)).toBeUndefined();
  expect(await tile('Imports that ended badly', viewer)).toBeUndefined();
  await advanceClock(library.service, 2 * DAY);
  expect(await tile(titles)).toMatch(/^1 /);
  expect(await tile(titles)).not.toContain('since yesterday');
});

test('estimates are there once enough holds became ready, and stand out when they do not come true', async () => {
  const title = 'Estimated waits that are wrong';
  expect(await tile(title)).toBeUndefined();
  const observe = statement(
    'test-estimates-on-today',
    `INSERT INTO observation (website_id, week, measure, format_class, period, bucket, count, amount)
     SELECT $1, date_trunc('week', service_now() - $2::interval)::date, measure, 'eBook', 0, bucket, CASE WHEN bucket = 1 THEN $3::int ELSE 100 - $3 END, 0
     FROM unnest(ARRAY['told-likely', 'told-latest']) AS measure, unnest(ARRAY[0, 1]) AS bucket`,
  );
  const setReady = (ago: string, inTime: number): Promise<unknown> =>
    library.service.database.run(observe, [library.websiteId, ago, inTime]);
  await setReady('60 days', 90);
  expect(await tile(title)).toBeUndefined();
  await setReady('7 days', 20);
  expect(await tile(title)).toMatch(
    /^too short .*20 % were ready by the likely time .*In the 6 weeks before, 90 % were ready/,
  );
});

interface Outcome {
  readonly applied?: number;
  readonly rejected?: number;
  readonly failure?: string;
  readonly hasEnded?: boolean;
}

/** @returns the address of the import's page */
async function runImport(fileName: string, outcome: Outcome): Promise<string> {
  const { applied = 3, rejected = 0, failure = null, hasEnded = true } = outcome;
  const { database } = library.service;
  const run = { websiteId: library.websiteId, importId: randomUUID() };
  expect(await startRun(database, { ...run, fileName, startedBy: 'dora', bytes: 10 })).toBe(true);
  await recordProgress(database, run, { bytes: 10, applied, rejected }, []);
  if (hasEnded) await endRun(database, run, { failure });
  return `${ofLibrary}/imports/${run.importId}`;
}

/** What the tile says of each import, and its link. */
async function importsIn(path = ofLibrary): Promise<[string, string][]> {
  const { html } = await staff.get(path);
  const [, tone = '', list = ''] =
    /<li class="card tile (\w+)"><h2>Imports that ended badly<\/h2><p class="figure">[^<]*<\/p><ul>(.*?)<\/ul>/s.exec(
      html,
    ) ?? [];
  return [...list.matchAll(/<a href="([^"]*)">([^<]*)<\/a>([^<]*)/g)].map(([, href = '', file, outcome]) => [
    `${tone}: ${file}${outcome}`,
    href,
  ]);
}

test('figures that are known of a week ago have a line, and how much they differ in words', async () => {
  expect((await staff.get(ofLibrary)).html).not.toContain('class="trend"');
  const { websiteId } = library;
  const zero = {
    placed: 0,
    suspended: 0,
    ready: 0,
    longestQueue: 0,
    copiesOwned: 0,
    copiesOnLoan: 0,
    loansBegun: 0,
  };
  const now = await serviceTime(library.service);
  await library.service.database.prisma.libraryDay.createMany({
    data: [8, 7, 0].map((ago) => {
      const day = new Date(now.getTime() - ago * DAY * 1000);
      return { websiteId, day, sampledAt: day, ...zero, liveHolds: 12 - ago };
    }),
  });
  expect(await tile('Titles to buy more of')).toContain('Holds in all queues: 12, +7 since last week');
  expect(await tile('Pickups that end today')).toContain('Ready holds: 0, as many as last week');
  const { html } = await staff.get(ofLibrary);
  expect(html).toContain(
    '<desc id="trend-holds-in-all-queues-desc">Holds in all queues: 12, +7 since last week',
  );
});

test('imports that need somebody are there for three days, each with its page', async () => {
  await runImport('whole.ndjson', {});
  expect(await importsIn()).toEqual([]);

  const rejected = await runImport('copies.ndjson', { rejected: 1200 });
  // The latest import comes first.
  await advanceClock(library.service, HOUR);
  const stopped = await runImport('patrons.ndjson', { rejected: 1, failure: 'The service was stopped.' });
  const cards = [
    ['problem: patrons.ndjson: stopped early, 1 line rejected', stopped],
    ['problem: copies.ndjson: 1,200 lines rejected, the others applied', rejected],
  ];
  expect(await importsIn()).toEqual(cards);
  expect(await importsIn('/console')).toEqual(cards);
  const { status, text } = await staff.get(stopped);
  expect([status, text]).toEqual([200, expect.stringContaining('Import of patrons.ndjson')]);

  await advanceClock(library.service, 3 * DAY - HOUR);
  expect(await importsIn()).toEqual(cards.slice(0, 1));
  await advanceClock(library.service, HOUR);
  expect(await importsIn()).toEqual([]);
});

test('an import of which nothing was applied does not say that the other lines are', async () => {
  const texts = async (address: string): Promise<string> =>
    `${(await staff.get(ofLibrary)).text} ${(await staff.get(address)).text}`;
  const none = await runImport('wrong.ndjson', { applied: 0, rejected: 2 });
  expect(await texts(none)).toMatch(
    /2 lines rejected, nothing applied.*Every line was rejected\. Nothing has changed\./,
  );
  expect(await texts(none)).not.toMatch(/others? (lines )?(are |were )?applied/);
  await advanceClock(library.service, 4 * DAY);
  const some = await runImport('some.ndjson', { rejected: 2 });
  expect(await texts(some)).toMatch(
    /2 lines rejected, the others applied.*Some lines were rejected\. The others were applied\./,
  );
});

test('an import that runs needs nobody, until its process has died', async () => {
  const address = await runImport('records.ndjson', { hasEnded: false, rejected: 1 });
  expect(await importsIn()).toEqual([]);
  const SILENCE = `UPDATE import_run SET alive_at = now() - interval '2 minutes' WHERE website_id = $1`;
  await library.service.database.run(statement('test-silence-imports-on-today', SILENCE), [
    library.websiteId,
  ]);
  expect(await importsIn()).toEqual([['problem: records.ndjson: stopped early, 1 line rejected', address]]);
});
