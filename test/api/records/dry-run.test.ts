import { Database } from '../../../src/platform/database/database.js';
import type { ImportResult, Rejection } from '../../../src/records/engine/records-import.js';
import { eventually } from '../../support/clock.js';
import * as given from '../../support/records.js';
import { type ImportUnderTest, importRecords, openImport } from '../../support/runs/import-under-test.js';

let target: ImportUnderTest;
beforeAll(async () => {
  target = await openImport();
});
afterAll(() => target.close());

interface Outcome extends ImportResult {
  readonly rejections: readonly Rejection[];
}

async function run(dryRun: boolean, records: readonly (given.TestRecord | string)[]): Promise<Outcome> {
  const rejections: Rejection[] = [];
  const result = await importRecords(lines(records), target.database, {
    dryRun,
    onRejected: (rejection) => rejections.push(rejection),
  });
  return { ...result, rejections };
}

async function* lines(records: readonly (given.TestRecord | string)[]): AsyncGenerator<string> {
  yield await Promise.resolve(given.toLines(...records));
}

/** What it has in tables, and what it sends. */
async function dryRun(records: readonly (given.TestRecord | string)[]): Promise<Outcome> {
  const before = await target.dump();
  const outcome = await run(true, records);
  expect(await target.dump()).toEqual(before);
  return outcome;
}

const counted = (
  added: number,
  changed: number,
  unchanged: number,
  removed = 0,
): ImportResult['effects'] => ({
  added,
  changed,
  unchanged,
  removed,
  merged: 0,
});

test('a dry run says what the import then does, and leaves nothing', async () => {
  // More than are tried at once: what they refer to was taken back meanwhile.
  const patrons = Array.from({ length: 150 }, (_, index) =>
    given.patron(index + 1, { cardNumber: `C${index + 1}` }),
  );
  const records = [
    ...given.emptyLibrary(given.WEBSITE_ID),
    given.title(1),
    given.copies(1, 2),
    ...patrons,
    given.patron(151, { category: 'nobody' }),
    // The card of an earlier line.
    given.patron(152, { cardNumber: 'C3' }),
    given.patron(2, { cardNumber: 'C2', holdLimit: 7 }),
    given.hold(120),
    'nonsense',
  ];
  const tried = await dryRun(records);
  expect(tried).toMatchObject({ applied: 157, rejected: 3, effects: counted(155, 1, 0) });
  expect(tried.rejections.map(({ line }) => line)).toEqual([156, 157, 160]);
  expect(await run(false, records)).toEqual(tried);
  expect(await dryRun(records)).toMatchObject({ applied: 157, effects: counted(0, 0, 156) });
});

test('a dry run says what lines remove, and how many PINs', async () => {
  await target.import(given.patron(1, { pin: '2468' }));
  const records = [
    given.patron(1, { pin: null }),
    { record: 'patron', websiteId: given.WEBSITE_ID, patronId: 2, delete: true },
    { record: 'category', websiteId: given.WEBSITE_ID, category: 'adult', delete: true },
  ];
  const report = { applied: 2, rejected: 1, pinsRemoved: 1, effects: counted(0, 1, 0, 1) };
  expect(await dryRun(records)).toMatchObject(report);
  expect(await run(false, records)).toMatchObject(report);
});

describe('a dry run of patrons with PINs', () => {
  const patrons = Array.from({ length: 6 }, (_, index) => given.patron(index + 1, { pin: `24${index}` }));

  test('keeps its connection for as long as it hashes them', async () => {
    const impatient = new Database({ ...target.database.options, idleTimeout: 1 });
    const trying = importRecords(lines(patrons), impatient, { dryRun: true });
    const { applied } = await trying.finally(() => impatient.close());
    expect(applied).toBe(6);
  });

  test('stops at its line when its session ends', async () => {
    const ended = expect(run(true, patrons)).rejects.toThrow(/^The import stopped at line 1: the database/);
    await eventually(async () => {
      const sessions = await target.rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      expect(sessions).toHaveLength(1);
    });
    await ended;
  });
});

test('a dry run takes no numbers', async () => {
  const numbers = (): Promise<unknown[]> =>
    target.rows('SELECT p.last_value, t.last_value AS title FROM patron_number p, cross_ref_number t');
  const before = await numbers();
  const { websiteId, category } = { websiteId: given.WEBSITE_ID, category: 'adult' };
  const numbered = Array.from({ length: 3 }, (_, index) => [
    { record: 'patron', websiteId, externalId: `new-${index}`, category },
    given.title(50 + index, { crossRefId: undefined }),
  ]);
  expect(await dryRun(numbered.flat())).toMatchObject({ applied: 6, effects: counted(6, 0, 0) });
  expect(await numbers()).toEqual(before);
});
