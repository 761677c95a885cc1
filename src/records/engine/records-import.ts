import type { Database } from '../../platform/database/database.js';
import { asFailure, DatabaseUnavailable } from '../../platform/database/failures.js';
import type { Metrics } from '../../platform/observability/metrics.js';
import type { OutboundPolicy } from '../../platform/outbound/outbound-policy.js';
import type { ChangeLog } from './change-log.js';
import { databaseRefusal } from './database-refusals.js';
import { type RecordBatch, RecordBatches } from './record-batches.js';
import { type Line, readLines } from './lines.js';
import { BatchConflict, applyInOrder, type Outcome, type RecordKind } from './record-kind.js';
import { recordKinds, type RecordKindName } from '../kinds/record-kinds.js';
import { RecordReader } from './record-reader.js';
import { Statistics } from './statistics.js';

export interface ImportOptions {
  /** Called after each 1,000 lines and at the end. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /**
   * Called for each rejected line, in order. No message contains a secret or an e-mail address. `websiteId` is the library of
   * the record, if it could be read and belongs to one.
   */
  readonly onRejected?: (rejection: Rejection, websiteId: number | undefined) => void;
  /** Whether this record may be applied by whoever sends it; without it, every record may. */
  readonly mayApply?: (record: ReadRecordScope) => boolean;
  /** Called before the lines that were read are applied; the import stops if it throws. */
  readonly beforeBatch?: () => Promise<void>;
  /** Counts what the records do to queues; the command line has none. */
  readonly metrics?: Metrics;
  /** Where libraries may have the keys of their identity providers; without it, only on public hosts. */
  readonly outbound?: OutboundPolicy;
  readonly log?: ChangeLog;
}

/** What a permission can depend on. */
export interface ReadRecordScope {
  readonly kind: RecordKindName;
  readonly isRemoval: boolean;
  /** Undefined for kinds that belong to no library or to several. */
  readonly websiteId: number | undefined;
}

export interface ImportResult {
  readonly applied: number;
  readonly rejected: number;
}

export interface ImportProgress extends ImportResult {
  /** Bytes of the input that have been processed. */
  readonly bytes: number;
}

export interface Rejection {
  /** From 1. */
  readonly line: number;
  /** Names the member and its allowed values, or the record that is unknown or prevents this one. */
  readonly message: string;
}

/** The database failed during the import. All lines before `line` were processed. The same input can be sent again. */
export class ImportInterrupted extends DatabaseUnavailable {
  constructor(line: number, { applied, rejected }: ImportResult, cause: unknown) {
    super(cause);
    this.name = 'ImportInterrupted';
    this.message =
      `The import stopped at line ${line}: the database cannot be reached or is busy. ` +
      `Before that line, ${applied} records were applied and ${rejected} rejected. Send the whole input again.`;
  }
}

/** Large enough to make round trips to the database negligible, small enough to hold locks only briefly. */
const LINES_AT_ONCE = 1_000;
/** A thousand lines of the greatest length would fill the memory of the process. */
const MAX_BYTES_AT_ONCE = 8 * 1024 * 1024;
/** Longer messages are cut: they quote what is unknown, and up to 10,000 are kept. */
const MAX_MESSAGE_LENGTH = 500;

/**
 * Applies a stream of records (docs/records.md), one JSON object per line, with the same result as applying them one by
 * one. A bad line is rejected and changes nothing; all other lines are applied. Records of one kind are applied in
 * batches, each in its own transaction: an import that stops early leaves complete records and can be run again.
 * @throws ImportInterrupted when the database cannot be used; also passes on errors of `input`
 */
export async function importRecords(
  input: AsyncIterable<Buffer | string>,
  database: Database,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const kinds = recordKinds(database, options.metrics, options.outbound, options.log);
  const run = new ImportRun(kinds, new Statistics(database), options);
  const reader = new RecordReader<RecordKindName>(kinds);
  for await (const line of readLines(input)) {
    if ('text' in line && line.text.trim() === '') continue;
    const read = 'text' in line ? reader.read(line.text) : line;
    await run.add(line, permitted(read, options));
  }
  await run.end();
  return run.result;
}

type Read =
  | ReturnType<RecordReader<RecordKindName>['read']>
  | { readonly problem: string; readonly websiteId?: number };

/** The same, or a problem if whoever sends it may not. */
function permitted(read: Read, { mayApply }: ImportOptions): Read {
  if ('problem' in read || mayApply === undefined) return read;
  const { kind, isRemoval, record } = read;
  const websiteId = libraryOf(record);
  if (mayApply({ kind, isRemoval, websiteId })) return read;
  const verb = isRemoval ? 'delete' : 'change';
  const place = websiteId === undefined ? '' : ` of library ${websiteId}`;
  return {
    problem: `your role does not permit you to ${verb} a ${kind}${place}`,
    ...(websiteId !== undefined && { websiteId }),
  };
}

/** Undefined for records that belong to no library or to several. */
function libraryOf(record: unknown): number | undefined {
  return (record as { readonly websiteId?: number }).websiteId;
}

interface RejectedRecord extends Rejection {
  readonly websiteId: number | undefined;
}

/** The lines that are not applied yet, and the counts so far. */
class ImportRun {
  private batches = new RecordBatches();
  private rejections: RejectedRecord[] = [];
  private bytes = 0;
  /** Those of the lines that were applied already. */
  private bytesBefore = 0;
  private applied = 0;
  private rejected = 0;

  constructor(
    private readonly kinds: Readonly<Record<RecordKindName, RecordKind>>,
    private readonly statistics: Statistics,
    private readonly options: ImportOptions,
  ) {}

  get result(): ImportResult {
    return { applied: this.applied, rejected: this.rejected };
  }

  async add(line: Line, read: Read): Promise<void> {
    if ('problem' in read)
      this.rejections.push({
        line: line.number,
        message: shortened(read.problem),
        websiteId: 'websiteId' in read ? read.websiteId : undefined,
      });
    else this.batches.add(this.kinds[read.kind], read.isRemoval, { line: line.number, record: read.record });
    this.bytes = line.endsAt;
    const isFull = this.batches.length + this.rejections.length >= LINES_AT_ONCE;
    if (isFull || this.bytes - this.bytesBefore >= MAX_BYTES_AT_ONCE) await this.flush();
  }

  async end(): Promise<void> {
    await this.flush();
    await this.statistics.atEnd();
  }

  /** Applies the collected lines, then reports all rejections in the order of their lines. */
  private async flush(): Promise<void> {
    const { batches, rejections } = this;
    if (batches.length + rejections.length === 0) return;
    this.bytesBefore = this.bytes;
    await this.options.beforeBatch?.();
    const refused = await this.applyAll(batches);
    this.applied += batches.length - refused.length;
    this.rejected += refused.length + rejections.length;
    const all = [...rejections, ...refused].sort((a, b) => a.line - b.line);
    for (const { line, message, websiteId } of all) this.options.onRejected?.({ line, message }, websiteId);
    this.batches = new RecordBatches();
    this.rejections = [];
    this.options.onProgress?.({ bytes: this.bytes, ...this.result });
    await this.statistics.duringImport();
  }

  private async applyAll(collected: RecordBatches): Promise<RejectedRecord[]> {
    try {
      const refused: RejectedRecord[] = [];
      for (const batch of collected.batches) {
        refused.push(...(await applyBatch(batch)));
        this.statistics.count(batch.kind, batch.records.length);
      }
      return refused;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      throw new ImportInterrupted(collected.firstLine, this.result, error);
    }
  }
}

async function applyBatch({ kind, isRemoval, records }: RecordBatch): Promise<RejectedRecord[]> {
  const all = records.map(({ record }) => record);
  const outcomes = isRemoval
    ? await applyInOrder(all, (key) => outcomeOf(() => kind.remove(key)))
    : await applyTogether(kind, all);
  return records.flatMap(({ line, record }, index) => {
    const message = outcomes[index];
    return message === undefined ? [] : [{ line, message: shortened(message), websiteId: libraryOf(record) }];
  });
}

/** Falls back to one by one, so that a conflict of one record does not reject the others. */
async function applyTogether(kind: RecordKind, records: readonly unknown[]): Promise<Outcome[]> {
  try {
    return await kind.apply(records);
  } catch (error) {
    const failure = asFailure(error);
    if (!(failure instanceof BatchConflict) && databaseRefusal(failure) === undefined) throw failure;
  }
  return applyInOrder(records, (record) => outcomeOf(async () => (await kind.apply([record]))[0]));
}

function shortened(message: string): string {
  return message.length <= MAX_MESSAGE_LENGTH ? message : `${message.slice(0, MAX_MESSAGE_LENGTH)}…`;
}

async function outcomeOf(apply: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await apply();
  } catch (error) {
    const failure = asFailure(error);
    const reason = databaseRefusal(failure);
    if (reason === undefined) throw failure;
    return reason;
  }
}
