import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { copies, title } from '../../../support/records.js';
import { importRecords, openImport } from '../../../support/runs/import-under-test.js';

const MEBIBYTE = 1024 * 1024;

test('50,000 lines take no more memory than a few', async () => {
  const data = await openImport();
  const file = new GeneratedFile(50_000);
  const heap: number[] = [];
  let rejected = 0;
  const result = await importRecords(file.chunks(), data.database, {
    onProgress: ({ applied, rejected: rejectedSoFar }) => {
      file.done = applied + rejectedSoFar;
      if (file.done / 5_000 >= heap.length) heap.push(heapInUse());
    },
    onRejected: () => rejected++,
  });
  expect(result).toMatchObject({ applied: 25_000, rejected: 25_000, pinsRemoved: 0 });
  expect(rejected).toBe(25_000);
  // The import reads ahead only one batch and one chunk.
  expect(file.maxReadAhead).toBeLessThan(2_000);
  expect(file.bytes).toBeGreaterThan(5 * MEBIBYTE);
  expect(heap.length).toBeGreaterThanOrEqual(10);
  const [, afterFirstBatches = 0] = heap;
  // What is kept stays until the end: a batch under way may swell any one sample.
  expect(Math.min(...heap.slice(-5)) - afterFirstBatches).toBeLessThan(2 * MEBIBYTE);
  await data.close();
});

/** A thousand titles, which repeat after a while, then a thousand invalid lines, and so on. */
class GeneratedFile {
  bytes = 0;
  done = 0;
  maxReadAhead = 0;

  constructor(private readonly lines: number) {}

  async *chunks(): AsyncGenerator<Buffer> {
    for (let first = 0; first < this.lines; first += 400) {
      this.maxReadAhead = Math.max(this.maxReadAhead, first - this.done);
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

/** The size of the heap after a garbage collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
