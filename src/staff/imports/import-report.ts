import type { Database } from '../../platform/database/database.js';
import type { CsvFile } from '../../records/csv/csv-file.js';
import {
  endRun,
  keepRunAlive,
  recordProgress,
  type KeptRejection,
  type RunKey,
} from '../../records/engine/import-runs.store.js';
import type { NotInFile } from '../../records/engine/whole-list.js';
import type { ImportOptions, ImportProgress, RejectedLine } from '../../records/engine/records-import.js';

/** What is kept of a rejected line. */
export type KeptLine = Pick<RejectedLine, 'line' | 'kept'>;

/** Enough to repair a file; the counts say how many there are in all. */
export const MAX_REJECTIONS_KEPT = 10_000;
/** Of a row of a CSV file that was rejected, and of all such rows; of others, the number and the reason are kept. */
const MAX_BYTES_OF_ROW = 16 * 1024;
const MAX_BYTES_KEPT = 5 * 1024 * 1024;
const SAY_ALIVE_EVERY_MS = 10_000;

/** Writes down how far an import is, while it runs. */
export class ImportReport implements ImportOptions {
  private rejections: KeptRejection[] = [];
  private kept = 0;
  private bytesKept = 0;
  private file: CsvFile | undefined;
  private writing: Promise<void> = Promise.resolve();
  private readonly pulse: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly run: RunKey,
  ) {
    this.pulse = setInterval(() => {
      this.write(() => keepRunAlive(this.database, this.run));
    }, SAY_ALIVE_EVERY_MS);
  }

  /** Keeps rejected rows of this file too. */
  keepRowsOf(file: CsvFile | undefined): void {
    this.file = file;
  }

  readonly onRejected = ({ line, kept }: KeptLine): void => {
    if (this.kept === MAX_REJECTIONS_KEPT) return;
    this.kept += 1;
    this.rejections.push({ line, message: kept, cells: this.cellsOf(line) });
  };

  private cellsOf(line: number): readonly string[] {
    const cells = this.file?.cellsWithoutPin(line) ?? [];
    const bytes = Buffer.byteLength(cells.join());
    if (bytes > MAX_BYTES_OF_ROW || this.bytesKept + bytes > MAX_BYTES_KEPT) return [];
    this.bytesKept += bytes;
    return cells;
  }

  readonly onProgress = (progress: ImportProgress): void => {
    const rejections = this.rejections;
    this.rejections = [];
    this.file?.forget(progress.waiting);
    this.write(() => recordProgress(this.database, this.run, progress, rejections));
  };

  /** There is nothing more to report. */
  async stop(): Promise<void> {
    clearInterval(this.pulse);
    await this.writing;
  }

  /** Records the end, after everything before it. */
  async end(failure: string | null, notInFile?: NotInFile): Promise<void> {
    await this.stop();
    await endRun(this.database, this.run, { failure, notInFile, pinsKept: this.file?.pinsKept });
  }

  /** One after the other. What could not be written makes the import no worse: its result is in the library's records. */
  private write(work: () => Promise<void>): void {
    this.writing = this.writing.then(work).catch(() => undefined);
  }
}
