import type { Database } from '../platform/database/database.js';
import { asFailure, DatabaseUnavailable } from '../platform/database/failures.js';
import { refusalOfDatabase } from './database-refusals.js';
import { type Group, RecordBatches } from './record-batches.js';
import { type Line, readLines } from './lines.js';
import { NotTogether, oneAfterTheOther, type Outcome, type RecordKind } from './record-kind.js';
import { recordKinds, type RecordName } from './record-kinds.js';
import { RecordReader } from './record-reader.js';
import { Statistics } from './statistics.js';

export interface ImportOptions {
  /** Called after each batch. `bytes` of the input are done with. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called for each line that was not applied, in the order of the lines. No message holds a secret or an address. */
  readonly onRejected?: (rejection: Rejection) => void;
}

export interface ImportResult {
  readonly applied: number;
  readonly rejected: number;
}

export interface ImportProgress extends ImportResult {
  readonly bytes: number;
}

export interface Rejection {
  /** From 1. */
  readonly line: number;
  /** Names the member and what is allowed, or the record that is unknown or in the way. */
  readonly message: string;
}

/** The database went away in the middle. All lines before `line` are settled; the same input may be sent again. */
export class ImportInterrupted extends DatabaseUnavailable {
  constructor(line: number, { applied, rejected }: ImportResult, cause: unknown) {
    super(cause);
    this.name = 'ImportInterrupted';
    this.message =
      `The import stopped at line ${line}: the database cannot be reached or is busy. ` +
      `Until there ${applied} records were applied and ${rejected} rejected; send all of it again.`;
  }
}

/** Large enough that the ways to the database and back do not count, small enough that nobody waits for its locks. */
const BATCH_SIZE = 1_000;

/**
 * Applies a stream of records (docs/records.md), one JSON object a line, as if one after the other. A bad line is
 * rejected and changes nothing; all others are applied. Records of one kind are applied many at a time, in a transaction
 * of their own, so an import that ends early leaves whole records and can simply be run again.
 * @throws ImportInterrupted when the database cannot be used, and whatever `input` throws
 */
export async function importRecords(
  input: AsyncIterable<Buffer | string>,
  database: Database,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const kinds = recordKinds(database);
  const run = new ImportRun(kinds, new Statistics(database), options);
  const reader = new RecordReader<RecordName>(kinds);
  for await (const line of readLines(input)) {
    if ('text' in line && line.text.trim() === '') continue;
    const read = 'text' in line ? reader.read(line.text) : line;
    await run.add(line, read);
  }
  await run.end();
  return run.result;
}

type Read = ReturnType<RecordReader<RecordName>['read']>;

/** The batch being collected, and the counts so far. */
class ImportRun {
  private batches = new RecordBatches();
  private rejections: Rejection[] = [];
  private bytes = 0;
  private applied = 0;
  private rejected = 0;

  constructor(
    private readonly kinds: Readonly<Record<RecordName, RecordKind>>,
    private readonly statistics: Statistics,
    private readonly options: ImportOptions,
  ) {}

  get result(): ImportResult {
    return { applied: this.applied, rejected: this.rejected };
  }

  async add(line: Line, read: Read): Promise<void> {
    if ('problem' in read) this.rejections.push({ line: line.number, message: read.problem });
    else this.batches.add(this.kinds[read.kind], read.removes, { line: line.number, record: read.record });
    this.bytes = line.endsAt;
    if (this.batches.length + this.rejections.length >= BATCH_SIZE) await this.flush();
  }

  async end(): Promise<void> {
    await this.flush();
    await this.statistics.atEnd();
  }

  /** Applies what has been collected, and tells the rejections in the order of their lines. */
  private async flush(): Promise<void> {
    const { batches, rejections } = this;
    if (batches.length + rejections.length === 0) return;
    const refused = await this.applyAll(batches);
    this.applied += batches.length - refused.length;
    this.rejected += refused.length + rejections.length;
    for (const rejection of [...rejections, ...refused].sort((a, b) => a.line - b.line))
      this.options.onRejected?.(rejection);
    this.batches = new RecordBatches();
    this.rejections = [];
    this.options.onProgress?.({ bytes: this.bytes, ...this.result });
    await this.statistics.duringImport();
  }

  private async applyAll(batches: RecordBatches): Promise<Rejection[]> {
    try {
      const refused: Rejection[] = [];
      for (const group of batches.groups) {
        refused.push(...(await rejectionsOf(group)));
        this.statistics.count(group.kind, group.records.length);
      }
      return refused;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      throw new ImportInterrupted(batches.firstLine, this.result, error);
    }
  }
}

/** Applies a group. */
async function rejectionsOf({ kind, removes, records }: Group): Promise<Rejection[]> {
  const all = records.map(({ record }) => record);
  const outcomes = removes
    ? await oneAfterTheOther(all, (key) => refusalOr(() => kind.remove(key)))
    : await applyTogether(kind, all);
  return records.flatMap(({ line }, index) => {
    const message = outcomes[index];
    return message === undefined ? [] : [{ line, message }];
  });
}

/** One by one when together is not possible: then what is in the way of one record does not keep back the others. */
async function applyTogether(kind: RecordKind, records: readonly unknown[]): Promise<Outcome[]> {
  try {
    return await kind.apply(records);
  } catch (error) {
    const failure = asFailure(error);
    if (!(failure instanceof NotTogether) && refusalOfDatabase(failure) === undefined) throw failure;
  }
  return oneAfterTheOther(records, (record) => refusalOr(async () => (await kind.apply([record]))[0]));
}

async function refusalOr(apply: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await apply();
  } catch (error) {
    const failure = asFailure(error);
    const reason = refusalOfDatabase(failure);
    if (reason === undefined) throw failure;
    return reason;
  }
}
