import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Refusal, refusal } from '../../domain/errors.js';
import type { EntryKind } from '../../domain/library-calendar.js';
import { readServiceDay } from '../../platform/database/clock.store.js';
import { Database } from '../../platform/database/database.js';
import { findLibrary } from '../../platform/database/libraries.store.js';
import { inTurns } from '../../platform/turns.js';
import { readCalendarFile } from '../../records/calendar-file/calendar-file.js';
import type { CopiesFinder } from '../../records/csv/copies-rows.js';
import { CsvFile } from '../../records/csv/csv-file.js';
import { describeCsv } from '../../records/csv/csv-runs.store.js';
import {
  findRejections,
  findRun,
  findRuns,
  type ImportManner,
  type KeptRejection,
  type RunKey,
  startRun,
} from '../../records/engine/import-runs.store.js';
import { type Line, readLines } from '../../records/engine/lines.js';
import type { RecordScope } from '../../records/engine/record-kind.js';
import { alarmOf } from '../../records/csv/csv-survey.js';
import { findCopies } from '../../records/naming/named-copies.store.js';
import { type ImportOptions, type ImportResult, RecordsImport } from '../../records/engine/records-import.js';
import { importLogOf, recordAction } from '../actions/action-log.js';
import { permitsRecord } from '../permissions/permissions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { requireRoles } from '../permissions/principals.store.js';
import {
  type AnsweredCsv,
  CsvImports,
  type DescribedCsv,
  mayImportRows,
  type UploadedCsv,
} from './csv-imports.service.js';
import { ImportReport, MAX_REJECTIONS_KEPT } from './import-report.js';
import {
  type ImportRejectionsRecord,
  type ImportRunListRecord,
  type ImportRunRecord,
  representRun,
} from './imports.representation.js';
import type { Page } from '../requests/paging.requests.js';
import { rejectionsCsv } from './rejections.csv.js';
import type { Upload } from './uploads.js';

export type { RunKey } from '../../records/engine/import-runs.store.js';

/** A file of records, or of rows, that has been uploaded to this machine. */
export interface UploadedFile {
  readonly upload: Upload;
  /** As its owner calls it. */
  readonly name: string;
  /** Absent: it has records. */
  readonly csv?: UploadedCsv | undefined;
  /** Absent: it is no iCalendar file. Else of which kind its days are. */
  readonly calendar?: EntryKind | undefined;
  /** Absent: its records are applied, and it is no whole list. Of a file whose columns are asked for, staff say it then. */
  readonly manner?: ImportManner | undefined;
}

interface StartedImport {
  /** Undefined: the file has records. */
  readonly answer: AnsweredCsv | undefined;
  readonly staff: StaffPrincipal;
  readonly report: ImportReport;
}

/**
 * Imports of uploaded files. Each goes on in this process after the upload was answered, and every process can tell how far
 * it is. One that stops early can be uploaded again: applied lines change nothing the second time.
 */
@Injectable()
export class ImportsService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Imports');
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly records: RecordsImport,
    private readonly csvImports: CsvImports,
  ) {}

  /**
   * Begins to import the file, which is discarded at the end.
   * @returns the number of the import
   * @throws Refusal `NotFound` if there is no such library; `Forbidden`, or `InvalidFieldValue` with what is wrong, of a CSV file
   */
  async start(websiteId: number, file: UploadedFile, staff: StaffPrincipal): Promise<string> {
    const run: RunKey = { websiteId, importId: randomUUID() };
    let described: DescribedCsv | undefined;
    try {
      described = await this.recordStart(run, file, staff);
    } catch (error) {
      await file.upload.discard();
      throw error;
    }
    const work = this.import(run, file, { staff, described }).finally(() => this.running.delete(work));
    this.running.add(work);
    return run.importId;
  }

  /** @returns what is known of a CSV file */
  private async recordStart(
    run: RunKey,
    { upload, name, csv, manner }: UploadedFile,
    staff: StaffPrincipal,
  ): Promise<DescribedCsv | undefined> {
    const started = { ...run, ...manner, fileName: name, startedBy: staff.name, bytes: upload.bytes };
    const { websiteId } = run;
    const described =
      csv && (await this.csvImports.describe(websiteId, csv, upload.read(this.stopping.signal), staff));
    const isStarted = await startRun(this.database, started, async (transaction) => {
      if (manner?.dryRun !== true && described?.mapping !== null)
        await recordAction(transaction, { staff, action: 'records-imported', websiteId });
      if (described !== undefined) await describeCsv(transaction, run, described);
    });
    if (!isStarted) throw refusal('NotFound');
    return described;
  }

  async list(websiteId: number, page: Page): Promise<ImportRunListRecord> {
    return { imports: (await findRuns(this.database, websiteId, page)).map(representRun) };
  }

  /** @throws Refusal `NotFound` */
  async find(key: RunKey): Promise<ImportRunRecord> {
    const run = await findRun(this.database, key);
    if (run === undefined) throw refusal('NotFound');
    return representRun(run);
  }

  /** The first rejected lines. @throws Refusal `NotFound` */
  async rejections(key: RunKey, most = MAX_REJECTIONS_KEPT): Promise<ImportRejectionsRecord> {
    await this.find(key);
    const rejections: KeptRejection[] = [];
    for await (const rejection of inTurns(findRejections(this.database, key)))
      if (rejections.push(rejection) === most) break;
    return { rejections };
  }

  /** All of them as a CSV file, with its rows for those who may import them. @throws Refusal `NotFound` */
  async rejectionsCsv(key: RunKey, staff: StaffPrincipal): Promise<string> {
    await this.find(key);
    const csv = await this.csvImports.find(key);
    const columns = csv && mayImportRows(staff, key.websiteId, csv.csvKind) ? csv.columns : [];
    return rejectionsCsv(columns, findRejections(this.database, key, columns.length > 0));
  }

  private async import(
    run: RunKey,
    file: UploadedFile,
    { staff, described }: { readonly staff: StaffPrincipal; readonly described: DescribedCsv | undefined },
  ): Promise<void> {
    const { upload, csv } = file;
    let report = new ImportReport(this.database, run);
    try {
      if (csv?.asksForColumns === true) upload.wait();
      const answer = await this.answer(run, file, described);
      if (csv !== undefined && answer === undefined) {
        await report.stop();
        return;
      }
      await this.importInTurn(run, file, { answer, staff, report });
      if (csv?.asksForColumns !== true || answer?.dryRun !== true) return;
      report = new ImportReport(this.database, run);
      if (await this.csvImports.isWantedAfterTrial(run, this.stopping.signal))
        await this.importInTurn(run, file, { answer: { ...answer, dryRun: false }, staff, report });
      else await report.stop();
    } catch (error) {
      await this.fail(report, error);
    } finally {
      await upload.discard();
    }
  }

  private async importInTurn(run: RunKey, file: UploadedFile, started: StartedImport): Promise<void> {
    const { notInFile } = await file.upload.inTurn(() => this.importLines(run, file, started));
    await started.report.end(null, notInFile);
  }

  /** What the upload says, or else staff. */
  private async answer(
    run: RunKey,
    { manner }: UploadedFile,
    described: DescribedCsv | undefined,
  ): Promise<AnsweredCsv | undefined> {
    if (described === undefined) return undefined;
    const { columns, mapping } = described;
    if (mapping !== null) return { ...NO_MANNER, ...manner, columns, mapping };
    return this.csvImports.answer(run, described, this.stopping.signal);
  }

  private async importLines(
    run: RunKey,
    { upload, csv, calendar, manner }: UploadedFile,
    { answer, staff, report }: StartedImport,
  ): Promise<ImportResult> {
    const find: CopiesFinder = (named) => findCopies(this.database, named);
    const today = await readServiceDay(this.database);
    const source = csv && answer && { ...csv, ...run, ...answer, today, findCopies: find };
    if (source?.isForced === false) {
      const alarm = await alarmOf(this.database, source, upload.read(this.stopping.signal));
      if (alarm !== undefined) throw new Refusal('InvalidFieldValue', alarm);
    }
    const input = upload.read(this.stopping.signal);
    const file = source && new CsvFile(input, source);
    report.keepRowsOf(file);
    const { onProgress, onRejected } = report;
    const mayApply = (record: RecordScope): boolean =>
      permitsRecord(staff, record) && [undefined, run.websiteId].includes(record.websiteId);
    const beforeBatch = (): Promise<void> => requireRoles(this.database, staff);
    const log = importLogOf(staff);
    const lines = file?.lines() ?? (await this.linesOf(input, run, calendar));
    const options = { onProgress, onRejected, mayApply, beforeBatch, log, ...optionsOf(answer ?? manner) };
    return this.records.runLines(lines, options);
  }

  private async linesOf(
    input: AsyncIterable<Buffer>,
    { websiteId }: RunKey,
    kind: EntryKind | undefined,
  ): Promise<AsyncIterable<Line>> {
    if (kind === undefined) return readLines(input);
    const { timeZone = 'UTC' } = (await findLibrary(this.database, websiteId)) ?? {};
    return readCalendarFile(input, { websiteId, kind, timeZone });
  }

  private async fail(report: ImportReport, error: unknown): Promise<void> {
    const isStopped = this.stopping.signal.aborted;
    const isRefused = error instanceof Refusal;
    if (!isStopped && !isRefused) this.logger.warn({ err: error }, 'Import of an uploaded file failed.');
    const failed = isRefused ? error.message : 'The service failed. Its log says why.';
    const reason = isStopped ? 'The service was stopped.' : failed;
    await report.end(reason).catch((cause: unknown) => {
      this.logger.warn({ err: cause }, 'The end of an import was not recorded.');
    });
  }

  /** Before the database closes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.running);
  }
}

const NO_MANNER: ImportManner = { dryRun: false, wholeList: null, isForced: false };

export function optionsOf(manner: ImportManner | undefined): Pick<ImportOptions, 'dryRun' | 'wholeList'> {
  const { dryRun, wholeList, isForced } = manner ?? NO_MANNER;
  return { dryRun, wholeList: wholeList === null ? undefined : { of: wholeList, isForced } };
}

/** Before anything of the file is kept. @throws Refusal `Forbidden` */
export function requireCalendarAllowed(staff: StaffPrincipal, websiteId: number): void {
  if (!permitsRecord(staff, { kind: 'calendar', isRemoval: false, websiteId })) throw refusal('Forbidden');
}
