import { randomUUID } from 'node:crypto';
import { statement } from '../../../../src/platform/database/statement.js';
import { endRun, recordProgress, startRun } from '../../../../src/records/engine/import-runs.store.js';
import { advanceClock, DAY, HOUR } from '../../../support/clock.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';

const TODAY = `/console/libraries/${WEBSITE_ID}`;

let library: TestLibrary;
let staff: ConsoleClient;
beforeAll(async () => {
  library = await TestLibrary.open({ name: 'Harbour' });
  staff = await ConsoleClient.signIn(library.service, 'dora', ['desk']);
});
afterAll(() => library.close());
/** The imports of other tests are no exceptions any more. */
beforeEach(() => advanceClock(library.service, 4 * DAY));

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
  return `${TODAY}/imports/${run.importId}`;
}

/** Title and link of each card about an import. */
async function importCards(path = TODAY): Promise<[string, string][]> {
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
    `${(await staff.get(TODAY)).text} ${(await staff.get(address)).text}`;
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

const SILENCE = statement(
  'test-silence-imports',
  `UPDATE import_run SET alive_at = now() - interval '2 minutes'`,
);

test('an import that runs needs nobody, until its process has died', async () => {
  const address = await runImport('records.ndjson', { hasEnded: false, rejected: 1 });
  expect(await importCards()).toEqual([]);
  await library.service.database.run(SILENCE);
  expect(await importCards()).toEqual([
    ['problem: Harbour: stopped early, 1 line rejected in the import of records.ndjson', address],
  ]);
});
