import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statement } from '../../../../src/platform/database/statement.js';
import { mustSucceed } from '../../../support/client.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { type CommandResult, runHoldfast } from '../../support/processes.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary, type TestTitle } from '../../../support/test-library.js';

/** The command that tries other rules. Loans of the test library are 21 days, pickups 72 hours. */

let library: TestLibrary;
let title: TestTitle;
let folder: string;
beforeAll(async () => {
  library = await TestLibrary.alone({ name: 'Harbour' });
  folder = await mkdtemp(join(tmpdir(), 'holdfast-simulate-'));
  title = await library.addTitle(1, { title: 'Emma & <Co>' });
  await mustSucceed((await library.addPatron()).borrow(title));
  await library.fillQueue(title, 3);
});
afterAll(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
  await library.close();
  await rm(folder, { recursive: true, force: true });
});

let files = 0;
async function simulate(given: object | string, ...words: string[]): Promise<CommandResult> {
  const path = join(folder, `${++files}.jsonc`);
  await writeFile(path, typeof given === 'string' ? given : JSON.stringify(given));
  return runHoldfast(['simulate', path, ...words], { DATABASE_URL: library.service.databaseUrl });
}

const scenarios = [
  { name: 'A day <less>', changes: { pickupHours: 48 } },
  { name: 'One copy more', changes: { copies: { perTitle: 1 } } },
];
const ONE = { websiteId: WEBSITE_ID, scenarios };

/** All that is stored of holds, copies and queues. */
const STORED = statement(
  'test-stored',
  `SELECT md5(string_agg(row::text, ',' ORDER BY row::text)) AS digest FROM (
     SELECT to_jsonb(h) AS row FROM hold h UNION ALL SELECT to_jsonb(c) FROM copies c
     UNION ALL SELECT to_jsonb(q) FROM title_queue q UNION ALL SELECT to_jsonb(l) FROM library l
     UNION ALL SELECT to_jsonb(e) FROM patron_event_outbox e UNION ALL SELECT to_jsonb(e) FROM title_event_outbox e) AS rows`,
);

test('prints the policies side by side, and what they rest on', async () => {
  const stored = await library.service.database.run(STORED);
  const { code, out, err } = await simulate({ ...ONE, title: title.crossRefId });
  expect([code, err]).toEqual([0, '']);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {3,}/));
  expect(lines[0]).toEqual([`"Harbour" (${WEBSITE_ID}), Emma & <Co>: 90 days from now, in 30 runs`]);
  expect(lines.slice(2, 11)).toEqual([
    ['', 'Today', 'A day <less>', 'One copy more'],
    // After 21, 45 and 69 days; 21, 44 and 67; and 0, 21 and 24.
    ['Half of the holds ready within', '45 days', '44 days', '21 days'],
    ['Nine of ten ready within', '69 days', '67 days', '24 days'],
    ['Loans begun', '3', '3', '3'],
    ['Holds that wait or are placed', '3', '3', '3'],
    ['Copies on loan', '90 %', '93.3 %', '46.7 %'],
    ['Copies set aside', '10 %', '6.7 %', '5 %'],
    ['Copies on the shelf', '0 %', '0 %', '48.3 %'],
    ['Copies bought', '0', '0', '1'],
  ]);
  expect(lines.slice(12).flat()).toEqual([
    'Too little is known of what patrons do: every pickup and every loan takes all of its time, and no pickup is missed.',
    'New holds: none, because too little is known of those that were placed in the last 6 weeks.',
    'Waits count from now, or from the placement of a new hold, and are followed to their ends. In brackets, and as a thin line in the picture: what nine of ten runs gave.',
  ]);
  expect(await library.service.database.run(STORED)).toEqual(stored);
});

test('writes a picture that is a document of its own', async () => {
  const path = join(folder, 'out.svg');
  const { code, err } = await simulate({ ...ONE, all: true }, '--picture', path);
  expect([code, err]).toEqual([0, '']);
  const svg = await readFile(path, 'utf8');
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).toContain('A day &lt;less>');
  expect(svg).toContain(
    'Half of the holds ready within: Today 45 days, A day &lt;less> 44 days, One copy more 21 days.',
  );
  // As long as the waits are.
  const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(widths[1]! / widths[0]!).toBeCloseTo(44 / 45, 5);
  expect(widths[2]! / widths[0]!).toBeCloseTo(21 / 45, 5);
  const away = join(folder, 'nowhere', 'out.svg');
  expect(await simulate({ ...ONE, all: true }, '--picture', away)).toMatchObject({
    code: 1,
    err: `Cannot write the picture ${away}.\n`,
  });
});

describe('ends with the reason, and 1,', () => {
  test('for what is wrong in the file', async () => {
    expect(await simulate({ ...ONE, all: true, days: 0, runs: 'all' })).toEqual({
      code: 1,
      out: '',
      err: 'days must be a whole number from 1 to 731\nruns must be a whole number from 1 to 500\n',
    });
  });

  test('for a file that is too large or not there', async () => {
    expect((await simulate(' '.repeat(65_537))).err).toBe('The file has more than 65,536 bytes.\n');
    const path = join(folder, 'nowhere.jsonc');
    expect((await runHoldfast(['simulate', path])).err).toBe(`Cannot read the file ${path}.\n`);
  });

  test('for a library or a title that is not there', async () => {
    expect((await simulate({ ...ONE, websiteId: 99, all: true })).err).toBe('There is no library 99.\n');
    expect((await simulate({ ...ONE, title: 98_765 })).err).toBe('The library does not have this title.\n');
  });
});
