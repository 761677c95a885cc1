import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/database.js';
import { type RunEnd, startRun } from '../../records/engine/import-runs.store.js';
import type { RecordScope } from '../../records/engine/record-kind.js';
import type { ImportProgress, RejectedLine } from '../../records/engine/records-import.js';
import type { WholeListName } from '../../records/engine/whole-list.js';
import { ImportReport, type KeptLine, MAX_REJECTIONS_KEPT } from './import-report.js';

/** In place of the name of a file. */
const REQUEST_NAME = 'Records of a request';
/** Programs send many requests with a few records. Without a rejected line, these are of no use in a list. */
const MIN_RECORDS_LISTED = 100;
/** Records can name any number of libraries. Those of further ones are counted together, and listed in none. */
const MAX_LIBRARIES = 10_000;

/** Of one library, or of the records that belong to none. */
class Share {
  /** Records that were read, and may not be applied yet. */
  pending = 0;
  applied = 0;
  rejected = 0;
  readonly rejections: KeptLine[] = [];
}

/** How an import came to its end. */
interface Ending extends Pick<RunEnd, 'failure' | 'notInFile'> {
  readonly wholeList: WholeListName | null;
}

/**
 * How the records of one request, or of the command's file, fared, by library: staff see it among the imports of their library, and no
 * other's. What names a library in which the sender may change nothing is counted with what names none.
 */
export class AwaitedRun {
  private readonly shares = new Map<number, Share>();
  private readonly others = new Share();
  private readonly begun = performance.now();
  private progress: ImportProgress = { bytes: 0, applied: 0, rejected: 0 };
  private kept = 0;

  /** @param fileName absent: it is a request */
  constructor(private readonly fileName?: string) {}

  /** @param isPermitted whether the sender may apply the record */
  onRead({ websiteId }: RecordScope, isPermitted: boolean): void {
    const share = isPermitted ? this.newShareOf(websiteId) : this.shareOf(websiteId);
    share.pending += 1;
  }

  onRejected({ line, kept }: RejectedLine, websiteId: number | undefined): void {
    const share = this.shareOf(websiteId);
    share.rejected += 1;
    // What could not be read was not counted before.
    if (websiteId !== undefined) share.pending -= 1;
    if (this.kept === MAX_REJECTIONS_KEPT) return;
    this.kept += 1;
    share.rejections.push({ line, kept });
  }

  /** Everything that was read and not rejected is applied. */
  onProgress(progress: ImportProgress): void {
    this.progress = progress;
    for (const share of [...this.shares.values(), this.others]) {
      share.applied += share.pending;
      share.pending = 0;
    }
  }

  /** The libraries of which the sender may apply some records. */
  get libraries(): number[] {
    return [...this.shares.keys()];
  }

  /** Lists it in the libraries of its records. Lines without a known library belong to the only one that there is, if so. */
  async report(
    database: Database,
    startedBy: string,
    { failure, wholeList, notInFile }: Ending,
  ): Promise<void> {
    const { progress, fileName, others } = this;
    const { bytes } = progress;
    const secondsAgo = (performance.now() - this.begun) / 1000;
    const isOnly = this.shares.size === 1;
    for (const [websiteId, share] of this.shares) {
      const { applied, rejected, rejections } = share;
      const counts = isOnly ? progress : { bytes, applied, rejected };
      const isSmall = fileName === undefined && counts.applied < MIN_RECORDS_LISTED;
      if (failure === null && counts.rejected === 0 && isSmall) continue;
      const run = { websiteId, importId: randomUUID(), fileName: fileName ?? REQUEST_NAME, startedBy, bytes };
      const started = { ...run, secondsAgo, ...(isOnly && { wholeList }) };
      if (!(await startRun(database, started))) continue;
      const report = new ImportReport(database, run);
      for (const rejection of [...rejections, ...(isOnly ? others.rejections : [])])
        report.onRejected(rejection);
      report.onProgress(counts);
      await report.end(failure, isOnly ? notInFile : undefined);
    }
  }

  private shareOf(websiteId: number | undefined): Share {
    return (websiteId === undefined ? undefined : this.shares.get(websiteId)) ?? this.others;
  }

  private newShareOf(websiteId: number | undefined): Share {
    if (websiteId !== undefined && !this.shares.has(websiteId) && this.shares.size < MAX_LIBRARIES)
      this.shares.set(websiteId, new Share());
    return this.shareOf(websiteId);
  }
}
