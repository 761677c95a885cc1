import { DUMMY_PIN_HASH, verifyPin } from '../../../src/access/sign-in/pin.js';
import { Database } from '../../../src/platform/database/database.js';
import { DatabaseUnavailable } from '../../../src/platform/database/failures.js';
import { ImportInterrupted, type ImportProgress } from '../../../src/records/engine/records-import.js';
import { NO_TIMEOUTS, onePostgreSql } from '../../support/database.js';
import {
  allApplied,
  importRecords,
  importStream,
  type ImportUnderTest,
  openImport,
  readLines,
} from '../../support/runs/import-under-test.js';
import { brokenInvariants } from '../../support/invariants.js';
import { collection, copies, library, patron, smallLibrary, title } from '../../support/records.js';

describe('a whole file', () => {
  let data: ImportUnderTest;

  beforeEach(async () => {
    data = await openImport();
  });
  afterEach(() => data.close());

  test('the demo library has no rejected lines, and its queues are as documented', async () => {
    const lines = await readLines('data/demo.ndjson');
    expect(await data.import(...lines)).toEqual(allApplied(lines.length));
    const frankenstein = await data.rows(
      `SELECT h.patron_id AS patron, h.expires_at IS NOT NULL AS ready
       FROM hold h JOIN title t USING (reserve_id) WHERE t.cross_ref_id = 100001`,
    );
    expect(frankenstein).toEqual([{ patron: 1002, ready: true }]);
    expect(await data.rows('SELECT FROM hold WHERE patron_id = 1001')).toEqual([]);
    expect(await brokenInvariants(data.database)).toEqual([]);
  });

  test('progress only increases, and ends with the whole input', async () => {
    const lines = [library(), collection('main'), title(1), 'nonsense', copies(1, 1), title(2)];
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const seen: ImportProgress[] = [];
    await importRecords(stream([text]), data.database, { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toMatchObject({ bytes: Buffer.byteLength(text), applied: 5, rejected: 1 });
    const bytes = seen.map((progress) => progress.bytes);
    expect(bytes).toEqual([...new Set(bytes)].sort((a, b) => a - b));
  });

  test('patrons with PINs, which take long, are applied and reported by the hundred', async () => {
    await data.import(...smallLibrary(0, []));
    const lines = Array.from({ length: 250 }, (_, index) =>
      patron(index + 1, index % 100 === 0 ? { pin: '2468' } : {}),
    );
    const seen: number[] = [];
    await importRecords(stream(lines.map((line) => `${JSON.stringify(line)}\n`)), data.database, {
      onProgress: ({ applied }) => seen.push(applied),
    });
    expect(seen).toEqual([100, 200, 250]);
  });

  test('sign-ins take turns with the PINs of an import', async () => {
    await data.import(...smallLibrary(0, []));
    const pins = Array.from({ length: 9 }, (_, index) => patron(index + 1, { pin: '2468' }));
    let isOver = false;
    const importing = data.import(...pins).finally(() => (isOver = true));
    const signIns = async (): Promise<number> => {
      let count = 0;
      for (; !isOver; count++) await verifyPin('2468', DUMMY_PIN_HASH);
      return count;
    };
    const [outcome, signedIn] = await Promise.all([importing, signIns()]);
    expect(outcome).toEqual(allApplied(pins.length));
    // If all PINs of the import stood in the line before them, there would be one before, and one after.
    expect(signedIn).toBeGreaterThan(2);
  });

  test('an empty input is not an error', async () => {
    expect(await importStream(data.database, stream([]))).toEqual(allApplied(0));
    expect(await importStream(data.database, stream(['', '\n\n']))).toEqual(allApplied(0));
  });

  test.each([
    ['a library', library()],
    ['a title', title(1)],
  ])('%s without a database: the import stops, and the error says so', async (_, record) => {
    const unreachable = new Database({ url: 'postgresql://127.0.0.1:1/nowhere', poolSize: 1 });
    const importing = importRecords(stream([`\n${JSON.stringify(record)}`]), unreachable);
    await expect(importing).rejects.toThrow(
      'The import stopped at line 2: the database cannot be reached or is busy. ' +
        'Before that line: 0 applied, 0 rejected. Send the whole input again.',
    );
    await unreachable.close();
  });

  test('a database outage stops the import, and sending everything again completes it', async () => {
    const database = new Database({ url: data.url, poolSize: 1, ...NO_TIMEOUTS });
    const lines = [...smallLibrary(0, []), ...Array.from({ length: 1_200 }, (_, index) => title(index + 1))];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`);
    const importing = importRecords(stream(text), database, {
      onProgress: ({ applied }) => {
        if (applied > 500) void database.close();
      },
    });
    const failure: unknown = await importing.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ImportInterrupted);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    // All lines before the one in the error are applied. The first three are the library's.
    const stoppedAt = Number(/stopped at line (\d+)/.exec(String(failure))?.[1]);
    expect(stoppedAt).toBeLessThan(lines.length);
    expect(await data.rows('SELECT count(*)::int AS titles FROM title')).toEqual([{ titles: stoppedAt - 4 }]);
    expect(await importStream(data.database, stream(text))).toEqual(allApplied(1_203));
  });

  test('an error of the input stops the import with that error', async () => {
    const broken = (async function* () {
      yield await Promise.resolve(`${JSON.stringify(library())}\n`);
      throw new Error('disk on fire');
    })();
    await expect(importRecords(broken, data.database)).rejects.toThrow('disk on fire');
  });

  test('an internal error is not reported as a bad line', async () => {
    await data.rows('ALTER TABLE title RENAME TO titles');
    await expect(data.import(title(1))).rejects.toThrow('relation "title" does not exist');
  });

  onePostgreSql(
    'the planner has statistics of each kind during the import, however many other records came before',
    async () => {
      await data.import(...smallLibrary(0, []));
      const text = (records: readonly object[]): string =>
        records.map((record) => `${JSON.stringify(record)}\n`).join('');
      const known: boolean[] = [];
      const input = (async function* () {
        yield text(Array.from({ length: 4_000 }, (_, index) => title(index + 1)));
        known.push(await hasStatistics('title'), await hasStatistics('patron'));
        yield text(Array.from({ length: 3_000 }, (_, index) => patron(index + 1)));
        known.push(await hasStatistics('patron'));
      })();
      expect(await importRecords(input, data.database)).toMatchObject({
        ...{ applied: 7_000, rejected: 0, pinsRemoved: 0 },
      });
      expect(known).toEqual([true, false, true]);
    },
  );

  async function hasStatistics(table: string): Promise<boolean> {
    return (await data.rows(`SELECT FROM pg_stats WHERE tablename = '${table}' LIMIT 1`)).length > 0;
  }
});

async function* stream(pieces: readonly string[]): AsyncGenerator<string> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}
