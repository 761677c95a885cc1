import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Refusal, refusal } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import {
  findRejections,
  findRun,
  findRuns,
  type RunKey,
  startRun,
} from '../../records/engine/import-runs.store.js';
import type { RecordScope } from '../../records/engine/record-kind.js';
import { RecordsImport } from '../../records/engine/records-import.js';
import { importLogOf, recordChange } from '../actions/action-log.js';
import { permitsRecord } from '../permissions/permissions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { requireRoles } from '../sign-in/principals.store.js';
import { ImportReport, MAX_REJECTIONS_KEPT } from './import-report.js';
import {
  type ImportRejectionsRecord,
  type ImportRunListRecord,
  type ImportRunRecord,
  representRun,
} from './imports.representation.js';
import type { Page } from '../paging.requests.js';
import type { Upload } from './uploads.js';

export type { RunKey } from '../../records/engine/import-runs.store.js';

/** A file of records that has been uploaded to this machine. */
export interface UploadedFile {
  readonly upload: Upload;
  /** As its owner calls it. */
  readonly name: string;
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
  ) {}

  /**
   * Begins to import the file, which is discarded at the end.
   * @returns the number of the import
   * @throws Refusal `NotFound` if there is no such library
   */
  async start(websiteId: number, file: UploadedFile, staff: StaffPrincipal): Promise<string> {
    const run: RunKey = { websiteId, importId: randomUUID() };
    try {
      await this.recordStart(run, file, staff);
    } catch (error) {
      await file.upload.discard();
      throw error;
    }
    const work = this.import(run, file.upload, staff).finally(() => this.running.delete(work));
    this.running.add(work);
    return run.importId;
  }

  private async recordStart(
    run: RunKey,
    { upload, name }: UploadedFile,
    staff: StaffPrincipal,
  ): Promise<void> {
    const started = { ...run, fileName: name, startedBy: staff.name, bytes: upload.bytes };
    const entry = { staff, action: 'records-imported', websiteId: run.websiteId } as const;
    const isStarted = await startRun(this.database, started, (transaction, at) =>
      recordChange(transaction, entry, at),
    );
    if (!isStarted) throw refusal('NotFound');
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
    return { rejections: await findRejections(this.database, key, most) };
  }

  private async import(run: RunKey, upload: Upload, staff: StaffPrincipal): Promise<void> {
    const report = new ImportReport(this.database, run);
    try {
      const input = upload.read(this.stopping.signal);
      const { onProgress, onRejected } = report;
      const mayApply = (record: RecordScope): boolean =>
        permitsRecord(staff, record) && [undefined, run.websiteId].includes(record.websiteId);
      const beforeBatch = (): Promise<void> => requireRoles(this.database, staff);
      const log = importLogOf(staff);
      await this.records.run(input, { onProgress, onRejected, mayApply, beforeBatch, log });
      await report.end(null);
    } catch (error) {
      await this.fail(report, error);
    } finally {
      await upload.discard();
    }
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
