import { Inject, Injectable, Logger } from '@nestjs/common';
import { Refusal } from '../../domain/errors.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { recordPastRun } from '../../records/engine/import-runs.store.js';
import {
  ImportInterrupted,
  type ImportOptions,
  importRecords,
  type Rejection,
} from '../../records/engine/records-import.js';
import { pinChangesBy, recordAction } from '../../staff/action-log.js';
import { permitsRecord } from '../../staff/permissions.js';
import type { StaffPrincipal } from '../../staff/staff-principal.js';
import { requireRoles } from './ended-role.js';
import type { ImportRecord } from './records.representation.js';
import { type ListedImport, RequestImport } from './request-import.js';

/** Enough to see what is wrong with a file; `rejected` counts all of them. */
const MAX_ERRORS_REPORTED = 1_000;
const INTERRUPTED = 'The request ended early, or the database could not be used.';

/** Imports records that are sent over HTTP. */
@Injectable()
export class RecordsService {
  private readonly logger = new Logger('Records');

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Applies the records that `staff` may apply, and rejects the others.
   * @param listing whether the libraries list it among their imports
   * @throws Refusal `ServiceUnavailable` when the database cannot be used; also passes on errors of `input`
   */
  async import(
    input: AsyncIterable<Buffer>,
    staff: StaffPrincipal,
    listing: 'listed' | 'unlisted' = 'listed',
  ): Promise<ImportRecord> {
    const { metrics } = this;
    const request = new RequestImport();
    const errors: Rejection[] = [];
    const options: ImportOptions = {
      metrics,
      outbound: this.config.outbound,
      recordPinChanges: pinChangesBy(staff),
      onProgress: (progress) => request.onProgress(progress),
      onRejected: (rejection, websiteId) => {
        request.onRejected(rejection, websiteId);
        if (errors.length < MAX_ERRORS_REPORTED) errors.push(rejection);
      },
      beforeBatch: () => requireRoles(this.database, staff),
      mayApply: (record) => {
        const may = permitsRecord(staff, record);
        request.onRead(record, may);
        return may;
      },
    };
    let failure: string | null = INTERRUPTED;
    try {
      const result = await importRecords(input, this.database, options);
      failure = null;
      return { ...result, errors };
    } catch (error) {
      throw this.asRefusal(error);
    } finally {
      // Also when it stopped early: what was applied stays.
      await this.record(request, staff, listing === 'listed' ? request.listed(staff.name, failure) : []);
    }
  }

  private async record(
    { libraries }: RequestImport,
    staff: StaffPrincipal,
    listed: readonly ListedImport[],
  ): Promise<void> {
    try {
      for (const websiteId of libraries)
        await recordAction(this.database, { staff, action: 'records-imported', websiteId });
      for (const { run, rejections } of listed)
        await this.database.transaction((connection) => recordPastRun(connection, run, rejections));
    } catch (error) {
      this.logger.warn({ err: error }, 'An import was not recorded.');
    }
  }

  /** Keeps the message, which says how far the import came: the general answer to database failures does not. */
  private asRefusal(error: unknown): unknown {
    if (!(error instanceof ImportInterrupted)) return error;
    this.logger.warn({ err: error.cause }, 'Import interrupted: database unavailable.');
    return new Refusal('ServiceUnavailable', error.message);
  }
}
