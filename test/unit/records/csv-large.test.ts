import { Readable } from 'node:stream';
import type { Database } from '../../../src/platform/database/database.js';
import { CsvFile } from '../../../src/records/csv/csv-file.js';
import { guessMapping } from '../../../src/records/csv/csv-mapping.js';
import { type Outcome, type RecordIdentifiers, RecordKind } from '../../../src/records/engine/record-kind.js';
import { RecordsImport } from '../../../src/records/engine/records-import.js';
import {
  type PatronRecord,
  type PatronRecordKey,
  patronSchemas,
} from '../../../src/records/kinds/patron/patron.schema.js';

const ROWS = 50_000;
/** Of the thread's own time. It is below 30 on an idle machine, and twice that on a busy one. */
const MAX_GAP_MS = 100;

const DATABASE = { run: () => Promise.resolve([]) } as unknown as Database;

/** Takes every record, as fast as a database never does. */
class Patrons extends RecordKind<PatronRecord, PatronRecordKey> {
  readonly name = 'patron';
  readonly schemas = patronSchemas;
  identifiersOf = (): RecordIdentifiers => ({ own: [], referenced: [] });
  apply = (records: readonly PatronRecord[]): Promise<Outcome[]> =>
    Promise.resolve(records.map(() => undefined));
  remove = (): Promise<Outcome> => Promise.resolve(undefined);
}

/** How long others wait for their turn in this thread. */
class Gaps {
  longest = 0;
  private isOver = false;
  private readonly watching = this.watch();

  async end(): Promise<void> {
    this.isOver = true;
    await this.watching;
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      const before = process.threadCpuUsage();
      await new Promise((resolve) => setImmediate(resolve));
      const { user, system } = process.threadCpuUsage(before);
      this.longest = Math.max(this.longest, (user + system) / 1000);
    }
  }
}

test('a file of 50,000 rows keeps nobody waiting, and tells how far it is', async () => {
  let bytes = 0;
  function* content(): Generator<Buffer> {
    yield Buffer.from('patronId,cardnumber,category,note\n');
    for (let row = 1; row <= ROWS; row += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, index) => row + index);
      yield Buffer.from(rows.map((each) => `${each},C-${each},adult,"a, note\nof ${each}"\n`).join(''));
    }
  }
  const source = { kind: 'patrons', websiteId: 37, encoding: undefined } as const;
  const file = new CsvFile(Readable.from(content()), {
    ...source,
    mappingOf: (columns) => guessMapping('patrons', columns),
  });
  const gaps = new Gaps();
  const reports: number[] = [];
  const onProgress = (progress: { readonly bytes: number }): void => {
    reports.push(progress.bytes);
    file.forget();
  };
  const result = await new RecordsImport(DATABASE, [new Patrons(DATABASE)]).runLines(file.lines(), {
    onProgress,
  });
  await gaps.end();
  for (const piece of content()) bytes += piece.length;
  expect(result).toMatchObject({ applied: ROWS, rejected: 0, pinsRemoved: 0 });
  expect(reports.length).toBeGreaterThanOrEqual(ROWS / 1_000);
  expect(reports).toEqual(reports.toSorted((one, other) => one - other));
  expect(reports.at(-1)).toBe(bytes);
  expect(gaps.longest).toBeLessThan(MAX_GAP_MS);
});
