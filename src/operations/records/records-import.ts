import type { Database } from '../../platform/database/database.js';
import { DatabaseUnavailable } from '../../platform/database/failures.js';
import { asDriverFailure, refusalOfDatabase } from './database-refusals.js';
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
const BATCH_SIZE = 500;

/**
 * Applies a stream of records (docs/records.md), one JSON object a line, in the order of the lines. A bad line is
 * rejected and changes nothing; all others are applied. Records in a row that are of one kind are applied in batches,
 * each in a transaction of its own, so an import that ends early leaves whole records and can simply be run again.
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
type Group = Pick<Extract<Read, { kind: unknown }>, 'kind' | 'removes'>;

/** The batch being collected, and the counts so far. */
class ImportRun {
  private group: Group | undefined;
  private records: { line: number; record: unknown }[] = [];
  private keys = new Set<string>();
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
    else await this.addRecord(line.number, read);
    this.bytes = line.endsAt;
    if (this.records.length + this.rejections.length >= BATCH_SIZE) await this.flush();
  }

  private async addRecord(line: number, { kind, removes, record }: Extract<Read, Group>): Promise<void> {
    const keys = removes ? [] : this.kinds[kind].keysOf(record);
    const fits = this.group?.kind === kind && this.group.removes === removes;
    if (!fits || keys.some((key) => this.keys.has(key))) await this.flush();
    this.group = { kind, removes };
    this.records.push({ line, record });
    for (const key of keys) this.keys.add(key);
  }

  async end(): Promise<void> {
    await this.flush();
    await this.statistics.atEnd(this.applied);
  }

  /** Applies what has been collected. Rejections are told in the order of their lines, and only then forgotten. */
  async flush(): Promise<void> {
    const { records, rejections } = this;
    if (records.length + rejections.length === 0) return;
    const outcomes = await this.applyAll();
    const refused = records.flatMap(({ line }, index) => {
      const message = outcomes[index];
      return message === undefined ? [] : [{ line, message }];
    });
    this.applied += records.length - refused.length;
    this.rejected += refused.length + rejections.length;
    for (const rejection of [...rejections, ...refused].sort((a, b) => a.line - b.line))
      this.options.onRejected?.(rejection);
    this.records = [];
    this.rejections = [];
    this.keys.clear();
    this.options.onProgress?.({ bytes: this.bytes, ...this.result });
    await this.statistics.after(this.applied);
  }

  private async applyAll(): Promise<Outcome[]> {
    if (this.group === undefined) return [];
    const { kind, removes } = this.group;
    const records = this.records.map(({ record }) => record);
    try {
      return removes
        ? await oneAfterTheOther(records, (key) => this.removeOne(this.kinds[kind], key))
        : await applyTogether(this.kinds[kind], records);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      throw new ImportInterrupted(this.records[0]?.line ?? 0, this.result, error);
    }
  }

  private async removeOne(kind: RecordKind, key: unknown): Promise<Outcome> {
    return refusalOr(() => kind.remove(key));
  }
}

/** One by one when together is not possible: then what is in the way of one record does not keep back the others. */
async function applyTogether(kind: RecordKind, records: readonly unknown[]): Promise<Outcome[]> {
  try {
    return await kind.apply(records);
  } catch (error) {
    const failure = asDriverFailure(error);
    if (!(failure instanceof NotTogether) && refusalOfDatabase(failure) === undefined) throw failure;
  }
  return oneAfterTheOther(records, (record) => refusalOr(async () => (await kind.apply([record]))[0]));
}

async function refusalOr(apply: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await apply();
  } catch (error) {
    const failure = asDriverFailure(error);
    const reason = refusalOfDatabase(failure);
    if (reason === undefined) throw failure;
    return reason;
  }
}
