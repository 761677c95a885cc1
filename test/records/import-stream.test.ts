import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ImportInterrupted, type ImportProgress, importRecords } from '../../src/records/records-import.js';
import { Database } from '../../src/platform/database/database.js';
import { DatabaseUnavailable } from '../../src/platform/database/failures.js';
import { PATIENT } from '../support/database.js';
import { brokenInvariants } from '../support/invariants.js';
import { collection, copies, library, patron, smallLibrary, title } from '../support/records.js';
import { allApplied, importStream, type ImportUnderTest, linesOf, openImport } from './import-under-test.js';

const MEBIBYTE = 1024 * 1024;
/** For the longest of all tests, on a machine that is ten times slower than most. */
const TAKES_ITS_TIME = 400_000;

describe('a whole file', () => {
  let data: ImportUnderTest;

  beforeEach(async () => {
    data = await openImport();
  });
  afterEach(() => data.close());

  test('the demo library comes in without a rejection, and its queues stand as promised', async () => {
    const lines = await linesOf('data/demo.ndjson');
    expect(await data.import(...lines)).toEqual(allApplied(lines.length));
    const frankenstein = await data.rows(
      `SELECT h.patron_id AS patron, h.expires_at IS NOT NULL AS ready
       FROM hold h JOIN title t USING (reserve_id) WHERE t.cross_ref_id = 100001`,
    );
    expect(frankenstein).toEqual([{ patron: 1002, ready: true }]);
    expect(await data.rows('SELECT FROM hold WHERE patron_id = 1001')).toEqual([]);
    expect(await brokenInvariants(data.database)).toEqual([]);
    const before = await data.dump();
    expect(await data.import(...lines)).toEqual(allApplied(lines.length));
    expect(await data.dump()).toEqual(before);
  });

  test(
    '200,000 lines take no more memory than a few',
    async () => {
      const file = new EndlessFile(200_000);
      const heap: number[] = [];
      let rejected = 0;
      const result = await importRecords(file.chunks(), data.database, {
        onProgress: ({ applied, rejected: refused }) => {
          file.done = applied + refused;
          if (file.done / 20_000 >= heap.length) heap.push(heapInUse());
        },
        onRejected: () => rejected++,
      });
      expect(result).toEqual({ applied: 100_000, rejected: 100_000 });
      expect(rejected).toBe(100_000);
      // Only what one batch and one piece of the stream hold is read ahead.
      expect(file.furthestAhead).toBeLessThan(2_000);
      expect(file.bytes).toBeGreaterThan(20 * MEBIBYTE);
      expect(heap.length).toBeGreaterThanOrEqual(10);
      const [, afterFirstBatches = 0] = heap;
      expect(Math.max(...heap) - afterFirstBatches).toBeLessThan(8 * MEBIBYTE);
    },
    TAKES_ITS_TIME,
  );

  test('progress only grows, and ends with the whole input', async () => {
    const lines = [library(), collection('main'), title(1), 'nonsense', copies(1, 1), title(2)];
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const seen: ImportProgress[] = [];
    await importRecords(stream([text]), data.database, { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toEqual({ bytes: Buffer.byteLength(text), applied: 5, rejected: 1 });
    const bytes = seen.map((progress) => progress.bytes);
    expect(bytes).toEqual([...new Set(bytes)].sort((a, b) => a - b));
  });

  test('an empty input is no error', async () => {
    expect(await importStream(data.database, stream([]))).toEqual(allApplied(0));
    expect(await importStream(data.database, stream(['', '\n\n']))).toEqual(allApplied(0));
  });

  test.each([
    ['a library', library()],
    ['a title', title(1)],
  ])('%s meets no database: the import ends, and says so', async (_, record) => {
    const away = new Database({ url: 'postgresql://127.0.0.1:1/nowhere', poolSize: 1 });
    const importing = importRecords(stream([`\n${JSON.stringify(record)}`]), away);
    await expect(importing).rejects.toThrow(
      'The import stopped at line 2: the database cannot be reached or is busy. ' +
        'Before that line, 0 records were applied and 0 rejected. Send the whole input again.',
    );
    await away.close();
  });

  test('a database that goes away in the middle ends the import; sending all again completes it', async () => {
    const database = new Database({ url: data.url, poolSize: 1, ...PATIENT });
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
    // All lines before the one that is named are settled: the first three are the library's.
    const stoppedAt = Number(/stopped at line (\d+)/.exec(String(failure))?.[1]);
    expect(stoppedAt).toBeLessThan(lines.length);
    expect(await data.rows('SELECT count(*)::int AS titles FROM title')).toEqual([{ titles: stoppedAt - 4 }]);
    expect(await importStream(data.database, stream(text))).toEqual(allApplied(1_203));
  });

  test('an input that breaks off ends the import with its own error', async () => {
    const broken = (async function* () {
      yield await Promise.resolve(`${JSON.stringify(library())}\n`);
      throw new Error('disk on fire');
    })();
    await expect(importRecords(broken, data.database)).rejects.toThrow('disk on fire');
  });

  test('a fault of our own is not taken for a bad line', async () => {
    await data.rows('ALTER TABLE title RENAME TO titles');
    await expect(data.import(title(1))).rejects.toThrow('relation "title" does not exist');
  });

  test('the planner knows the tables when a large import ends', async () => {
    await data.import(
      ...smallLibrary(0, []),
      ...Array.from({ length: 2_500 }, (_, index) => title(index + 1)),
    );
    expect(await isKnown('title')).toBe(true);
  });

  test('the planner knows the tables of each kind while it goes on, however many others came before', async () => {
    await data.import(...smallLibrary(0, []));
    const text = (records: readonly object[]): string =>
      records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const known: boolean[] = [];
    const input = (async function* () {
      yield text(Array.from({ length: 4_000 }, (_, index) => title(index + 1)));
      known.push(await isKnown('title'), await isKnown('patron'));
      yield text(Array.from({ length: 3_000 }, (_, index) => patron(index + 1)));
      known.push(await isKnown('patron'));
    })();
    expect(await importRecords(input, data.database)).toEqual({ applied: 7_000, rejected: 0 });
    expect(known).toEqual([true, false, true]);
  });

  async function isKnown(table: string): Promise<boolean> {
    return (await data.rows(`SELECT FROM pg_stats WHERE tablename = '${table}' LIMIT 1`)).length > 0;
  }
});

async function* stream(pieces: readonly string[]): AsyncGenerator<string> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

/** Titles, some of them many times, and every other thousand unknown copies or no record at all. */
class EndlessFile {
  bytes = 0;
  done = 0;
  furthestAhead = 0;

  constructor(private readonly lines: number) {}

  async *chunks(): AsyncGenerator<Buffer> {
    for (let first = 0; first < this.lines; first += 400) {
      this.furthestAhead = Math.max(this.furthestAhead, first - this.done);
      const lines = Array.from({ length: 400 }, (_, index) => lineOf(first + index));
      const chunk = Buffer.from(`${lines.join('\n')}\n`);
      this.bytes += chunk.length;
      yield await Promise.resolve(chunk);
    }
  }
}

function lineOf(number: number): string {
  const block = Math.floor(number / 1_000) % 2;
  if (block === 1) return number % 2 === 0 ? `{"number":${number}}` : JSON.stringify(copies(number, 1));
  return JSON.stringify(
    title(1 + (number % 20_000), { subjects: ['Classic Literature', 'Science Fiction'] }),
  );
}

/** Bytes that are still needed: garbage is collected first. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
