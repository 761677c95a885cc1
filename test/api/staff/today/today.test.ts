import { randomUUID } from 'node:crypto';
import { statement } from '../../../../src/platform/database/statement.js';
import { endRun, recordProgress, startRun } from '../../../../src/records/engine/import-runs.store.js';
import { advanceClock, DAY, HOUR } from '../../../support/clock.js';
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

test('says that no worker runs, and counts copies that nobody got although somebody waits who may use them', async () => {
  const { title: rests } = await library.suspended();
  await library.setCopiesOwned(rests, 2);
  const today = async (): Promise<string> => (await staff.get('/console')).text;
  const before = await today();
  expect(before).toContain('No worker is running');
  expect(before).toContain('Copies idle while somebody waits none');
  expect(before).toContain('Workers 0');
  expect(before).not.toContain('There are no alerts');
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

test('a title whose last copy is gone while holds wait is an exception at once', async () => {
  const title = await library.addTitle(1);
  await library.fillQueue(title, 2);
  const today = async (): Promise<string> => (await staff.get(ofLibrary)).text;
  expect(await today()).not.toContain('without a copy');
  await library.setCopiesOwned(title, 0);
  expect(await today()).toContain('Harbour: 1 title is waited for, without a copy');
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
  if (hasEnded) await endRun(database, run, failure);
  return `${ofLibrary}/imports/${run.importId}`;
}

/** Title and link of each card about an import. */
async function importCards(path = ofLibrary): Promise<[string, string][]> {
  const { html } = await staff.get(path);
  return [...html.matchAll(/<li class="card (\w+)"><h2>([^<]*)<\/h2>.*?<\/li>/gs)]
    .filter(([card]) => card.includes('/imports/'))
    .map(([card, tone = '', title = '']) => [`${tone}: ${title}`, /href="([^"]*)"/.exec(card)?.[1] ?? '']);
}

test('imports that need somebody are among the exceptions for three days, each with its page', async () => {
  await runImport('whole.ndjson', {});
  expect(await importCards()).toEqual([]);

  const rejected = await runImport('copies.ndjson', { rejected: 1200 });
  // The latest import comes first.
  await advanceClock(library.service, HOUR);
  const stopped = await runImport('patrons.ndjson', { rejected: 1, failure: 'The service was stopped.' });
  const cards = [
    ['problem: Harbour: stopped early, 1 line rejected in the import of patrons.ndjson', stopped],
    ['warning: Harbour: 1,200 lines rejected in the import of copies.ndjson', rejected],
  ];
  expect(await importCards()).toEqual(cards);
  expect(await importCards('/console')).toEqual(cards);
  const { status, text } = await staff.get(stopped);
  expect([status, text]).toEqual([200, expect.stringContaining('Import of patrons.ndjson')]);

  await advanceClock(library.service, 3 * DAY - HOUR);
  expect(await importCards()).toEqual(cards.slice(0, 1));
  await advanceClock(library.service, HOUR);
  expect(await importCards()).toEqual([]);
});

test('an import of which nothing was applied does not say that the other lines are', async () => {
  const texts = async (address: string): Promise<string> =>
    `${(await staff.get(ofLibrary)).text} ${(await staff.get(address)).text}`;
  const none = await runImport('wrong.ndjson', { applied: 0, rejected: 2 });
  expect(await texts(none)).toMatch(
    /Nothing is applied\. Correct the rejected ones.*Every line was rejected\. Nothing has changed\./,
  );
  expect(await texts(none)).not.toMatch(/other/);
  await advanceClock(library.service, 4 * DAY);
  const some = await runImport('some.ndjson', { rejected: 2 });
  expect(await texts(some)).toMatch(
    /The other lines are applied\. Correct the rejected ones.*Some lines were rejected\. The others were applied\./,
  );
});

test('an import that runs needs nobody, until its process has died', async () => {
  const address = await runImport('records.ndjson', { hasEnded: false, rejected: 1 });
  expect(await importCards()).toEqual([]);
  const SILENCE = `UPDATE import_run SET alive_at = now() - interval '2 minutes' WHERE website_id = $1`;
  await library.service.database.run(statement('test-silence-imports-on-today', SILENCE), [
    library.websiteId,
  ]);
  expect(await importCards()).toEqual([
    ['problem: Harbour: stopped early, 1 line rejected in the import of records.ndjson', address],
  ]);
});
