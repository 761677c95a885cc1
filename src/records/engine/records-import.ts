import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Database } from '../../platform/database/database.js';
import { DatabaseUnavailable } from '../../platform/database/failures.js';
import { inTurns } from '../../platform/turns.js';
import { applyBatch, type BatchResult } from './apply-batch.js';
import { type Line, readLines } from './lines.js';
import { type RecordBatch, RecordBatches } from './record-batches.js';
import {
  type ChangeLog,
  type Effect,
  newSideCounts,
  type Reason,
  type RecordKind,
  type SideCounts,
} from './record-kind.js';
import { type MemberProblem, type Permission, type ReadRecord, RecordReader } from './record-reader.js';
import { Statistics } from './statistics.js';
import { Trial } from './trial.js';
import { type WaitingRecord, WaitingRecords } from './waiting-records.js';
import { type NotInFile, WholeList, type WholeListOptions } from './whole-list.js';

/** The kinds of records that can be imported, for injection. */
export const KINDS = Symbol('KINDS');

export interface ImportOptions {
  /** Called after each 1,000 lines, or 100 with PINs, and at the end. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /**
   * Called for each rejected line, in order; at the end for a line whose card or number a later line could have freed. No message contains a secret
   * or an e-mail address. `websiteId` is the library of the record, if it could be read and belongs to one.
   */
  readonly onRejected?: (rejected: RejectedLine, websiteId: number | undefined) => void;
  /** Whether the sender may apply a record, asked before its other members are read; without it, every record may be applied. */
  readonly mayApply?: Permission;
  /** Called before each batch is applied; the import stops if it throws. */
  readonly beforeBatch?: () => Promise<void>;
  readonly log?: ChangeLog;
  /** Counts the effects of the import and changes nothing. */
  readonly dryRun?: boolean;
  /** Set if the file is a whole list: whatever it does not name is ended. */
  readonly wholeList?: WholeListOptions | undefined;
}

/**
 * How many applied records added, changed or removed something, or left it as it was, if their kind reports this. `merged`: records that were left out because staff have merged their patrons into others.
 */
export type ImportEffects = Readonly<Record<Effect, number>>;

export interface ImportCounts {
  readonly applied: number;
  readonly rejected: number;
}

export interface ImportResult extends Readonly<SideCounts>, ImportCounts {
  readonly effects: ImportEffects;
  /** The patrons or titles that a whole list does not name. */
  readonly notInFile?: NotInFile;
}

/** Undefined where it is not known for these records alone. */
export type KnownCounts = {
  readonly [Name in 'effects' | keyof SideCounts]?: ImportResult[Name] | undefined;
};

export interface ImportProgress extends ImportCounts, KnownCounts {
  /** Bytes of the input that have been processed. */
  readonly bytes: number;
  /** Lines of the processed input that are neither applied nor rejected yet. */
  readonly waiting?: ReadonlySet<number>;
}

export interface Rejection {
  /** From 1. */
  readonly line: number;
  /** Names the member and its allowed values, or the record that is unknown or prevents this one. */
  readonly message: string;
}

export type RejectedLine = Rejection & Reason;

/** The database failed during the import. All lines before `line` were processed. The same input can be sent again. */
export class ImportInterrupted extends DatabaseUnavailable {
  constructor(line: number, { applied, rejected }: ImportCounts, cause: unknown) {
    super(cause);
    this.name = 'ImportInterrupted';
    this.message =
      `The import stopped at line ${line}: the database cannot be reached or is busy. ` +
      `Before that line: ${applied} applied, ${rejected} rejected. Send the whole input again.`;
  }
}

/** Large enough to make round trips to the database negligible, small enough to hold locks only briefly. */
const LINES_AT_ONCE = 1_000;
/** A hundred PINs take seconds, and whoever waits for the import must see progress. A trial also keeps a transaction open meanwhile. */
const SLOW_LINES_AT_ONCE = 100;
/** A thousand lines of the greatest length would fill the memory of the process and make statements slow. */
const MAX_LENGTH_AT_ONCE = 2 * 1024 * 1024;
/** Each uses a connection. */
const DRY_RUNS_AT_ONCE = 2;
/** Longer messages are cut: they quote unknown values, and up to 10,000 are kept. */
const MAX_MESSAGE_LENGTH = 500;

@Injectable()
export class RecordsImport {
  private readonly reader: RecordReader;
  private readonly dryRuns = pLimit(DRY_RUNS_AT_ONCE);

  constructor(
    private readonly database: Database,
    @Inject(KINDS) private readonly kinds: readonly RecordKind[],
  ) {
    this.reader = new RecordReader(kinds);
  }

  /**
   * Applies a stream of records (docs/records.md), one JSON object per line, with the same result as applying them one by one. A bad line is rejected
   * and changes nothing; all other lines are applied. Records of one kind are applied in batches, each in its own transaction: an import that stops
   * early leaves complete records and can be run again. Lines that were rejected because another patron has the card are tried again at the end.
   * @throws ImportInterrupted when the database cannot be used; also passes on errors of `input`
   */
  run(input: AsyncIterable<Buffer | string>, options: ImportOptions = {}): Promise<ImportResult> {
    return this.runLines(readLines(input), options);
  }

  /** Like `run`, for lines that were read already. */
  runLines(lines: AsyncIterable<Line>, options: ImportOptions = {}): Promise<ImportResult> {
    return options.dryRun === true
      ? this.dryRuns(() => this.tryLines(lines, options))
      : this.applyLines(lines, options);
  }

  private async tryLines(lines: AsyncIterable<Line>, options: ImportOptions): Promise<ImportResult> {
    const trial = new Trial(this.database);
    try {
      return await this.applyLines(lines, options, trial);
    } finally {
      await trial.close();
    }
  }

  private async applyLines(
    lines: AsyncIterable<Line>,
    options: ImportOptions,
    trial?: Trial,
  ): Promise<ImportResult> {
    const wholeList = options.wholeList && new WholeList(this.database, this.kinds, options.wholeList);
    const run = new ImportRun(new Statistics(this.database), options, { trial, wholeList });
    for await (const line of inTurns(lines)) {
      if ('text' in line && line.text.trim() === '') continue;
      const read = 'text' in line ? this.reader.read(line.text, options.mayApply) : line;
      wholeList?.note(line.number, read);
      await run.add(line, read);
    }
    await run.end();
    if (wholeList === undefined) return run.result;
    return { ...run.result, notInFile: await wholeList.end(options) };
  }

  /** Why the text is no record, whatever is stored; none if it is one. */
  problemsIn(text: string): readonly MemberProblem[] {
    const read = this.reader.read(text);
    if (!('rejection' in read)) return [];
    const { rejection, problems } = read;
    return problems ?? [{ member: undefined, message: rejection, predicate: rejection }];
  }
}

/** The input itself may be shorter because it is compressed. */
function lengthOf(line: Line): number {
  return line.held ?? ('text' in line ? line.text.length : 0);
}

/** Undefined for records that belong to no library or to several. */
function libraryOf(record: unknown): number | undefined {
  return (record as { readonly websiteId?: number }).websiteId;
}

interface RejectedRecord extends RejectedLine {
  readonly websiteId: number | undefined;
}

/** The lines that are not applied yet, and the counts so far. */
class ImportRun {
  private batches = new RecordBatches();
  private rejections: RejectedRecord[] = [];
  private readonly waiting = new WaitingRecords();
  private bytes = 0;
  private length = 0;
  private readonly trial: Trial | undefined;
  private readonly wholeList: WholeList | undefined;
  private counts: ImportResult = {
    applied: 0,
    rejected: 0,
    effects: { added: 0, changed: 0, unchanged: 0, removed: 0, merged: 0 },
    ...newSideCounts(),
  };

  constructor(
    private readonly statistics: Statistics,
    private readonly options: ImportOptions,
    { trial, wholeList }: { readonly trial: Trial | undefined; readonly wholeList: WholeList | undefined },
  ) {
    this.trial = trial;
    this.wholeList = wholeList;
  }

  get result(): ImportResult {
    return this.counts;
  }

  async add(line: Line, read: ReadRecord): Promise<void> {
    const length = lengthOf(line);
    if ('rejection' in read)
      this.rejections.push({
        line: line.number,
        ...reasonOf(read.rejection, line.subject),
        websiteId: read.websiteId,
      });
    else
      this.batches.add(read.kind, read.isRemoval, {
        ...{ line: line.number, length, subject: line.subject },
        record: read.record,
      });
    this.bytes = line.endsAt;
    this.length += length;
    const isSlow = this.trial !== undefined || this.batches.isSlow;
    const linesAtOnce = isSlow ? SLOW_LINES_AT_ONCE : LINES_AT_ONCE;
    const isFull = this.batches.length + this.rejections.length >= linesAtOnce;
    if (isFull || this.length >= MAX_LENGTH_AT_ONCE) await this.flush();
  }

  async end(): Promise<void> {
    await this.flush({ isEnd: true });
    if (this.trial === undefined) await this.statistics.atEnd();
  }

  /** Applies the collected lines, then reports all rejections in the order of their lines. */
  private async flush({ isEnd }: { readonly isEnd: boolean } = { isEnd: false }): Promise<void> {
    const { batches, rejections, waiting } = this;
    if (batches.length + rejections.length + (isEnd ? waiting.lines.size : 0) === 0) return;
    this.length = 0;
    await this.options.beforeBatch?.();
    await this.wholeList?.countBefore();
    const rejected = await this.applyAll(batches);
    if (isEnd) rejected.push(...(await this.applyWaiting()));
    this.counts = { ...this.counts, rejected: this.counts.rejected + rejections.length };
    const all = [...rejections, ...rejected].sort((a, b) => a.line - b.line);
    for await (const { websiteId, ...rejected } of inTurns(all))
      this.options.onRejected?.(rejected, websiteId);
    this.batches = new RecordBatches();
    this.rejections = [];
    this.options.onProgress?.({ bytes: this.bytes, waiting: waiting.lines, ...this.counts });
    if (this.trial === undefined) await this.statistics.duringImport();
  }

  private async applyAll({ batches, firstLine }: RecordBatches): Promise<RejectedRecord[]> {
    const rejected: RejectedRecord[] = [];
    for (const batch of batches) {
      // No earlier line may restore what is removed.
      if (batch.isRemoval) rejected.push(...(await this.applyWaiting()));
      const result = await this.applyFrom(firstLine, batch);
      const ended = this.waiting.note(batch, result);
      const { lines } = this.waiting;
      const own = rejectionsOf(batch, result).filter(({ line }) => !lines.has(line));
      rejected.push(...own, ...ended.map(rejectedAgain));
      this.counts = withRejected(this.counts, own.length + ended.length);
    }
    return rejected;
  }

  private async applyWaiting(): Promise<RejectedRecord[]> {
    const rejected: RejectedRecord[] = [];
    for (const batch of this.waiting.takeAll()) {
      const own = rejectionsOf(batch, await this.applyFrom(batch.records[0]?.line ?? 0, batch));
      rejected.push(...own);
      this.counts = withRejected(this.counts, own.length);
    }
    return rejected;
  }

  private async applyFrom(firstLine: number, batch: RecordBatch): Promise<BatchResult> {
    try {
      const result = await this.apply(batch);
      this.counts = withBatch(this.counts, result);
      this.wholeList?.notePatrons(result.mergedInto.values());
      this.statistics.count(batch.kind, batch.records.length);
      return result;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      throw new ImportInterrupted(firstLine, this.result, error);
    }
  }

  private apply(batch: RecordBatch): Promise<BatchResult> {
    return this.trial === undefined ? applyBatch(batch, this.options.log) : this.trial.apply(batch);
  }
}

function withBatch(
  { applied, rejected, effects, ...counts }: ImportResult,
  result: BatchResult,
): ImportResult {
  const counted = { ...effects };
  for (const effect of result.effects) if (effect !== undefined) counted[effect] += 1;
  return {
    applied: applied + result.outcomes.filter((outcome) => outcome === undefined).length,
    rejected,
    effects: counted,
    pinsRemoved: counts.pinsRemoved + result.pinsRemoved,
    blocksKept: counts.blocksKept + result.blocksKept,
    holdsBeyondRules: counts.holdsBeyondRules + result.holdsBeyondRules,
  };
}

function withRejected(counts: ImportResult, rejected: number): ImportResult {
  return { ...counts, rejected: counts.rejected + rejected };
}

function rejectedAgain({ line, reason, subject, record }: WaitingRecord): RejectedRecord {
  return { line, ...reasonOf(reason, subject), websiteId: libraryOf(record) };
}

function rejectionsOf({ records }: RecordBatch, { outcomes }: BatchResult): RejectedRecord[] {
  return records.flatMap(({ line, subject, record }, index) => {
    const reason = outcomes[index];
    return reason === undefined ? [] : [{ line, ...reasonOf(reason, subject), websiteId: libraryOf(record) }];
  });
}

function reasonOf(reason: string | Reason, subject?: string): Reason {
  const { message, kept } = typeof reason === 'string' ? { message: reason, kept: reason } : reason;
  const whole = (problem: string): string =>
    shortened(subject === undefined ? problem : `${subject}: ${problem}`);
  return { message: whole(message), kept: whole(kept) };
}

function shortened(message: string): string {
  return message.length <= MAX_MESSAGE_LENGTH ? message : `${message.slice(0, MAX_MESSAGE_LENGTH)}…`;
}
