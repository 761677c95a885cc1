import { Injectable, Logger } from '@nestjs/common';
import { Refusal } from '../domain/errors.js';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics.js';
import {
  ImportInterrupted,
  importRecords,
  type ReadRecordScope,
  type Rejection,
} from '../records/records-import.js';
import { recordAction } from '../staff/action-log.js';
import { permitsRecord } from '../staff/permissions.js';
import type { StaffPrincipal } from '../staff/staff-principal.js';
import type { ImportRecord } from './records.representation.js';

/** Enough to see what is wrong with a file; `rejected` counts all of them. */
const MAX_ERRORS_REPORTED = 1_000;

/** Imports records that are sent over HTTP. */
@Injectable()
export class RecordsService {
  private readonly logger = new Logger('Records');

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Applies the records that `staff` may apply, and rejects the others.
   * @throws Refusal `ServiceUnavailable` when the database cannot be used; also passes on errors of `input`
   */
  async import(input: AsyncIterable<Buffer>, staff: StaffPrincipal): Promise<ImportRecord> {
    const { metrics } = this;
    const libraries = new Set<number>();
    const errors: Rejection[] = [];
    const onRejected = (rejection: Rejection): void => {
      if (errors.length < MAX_ERRORS_REPORTED) errors.push(rejection);
    };
    const mayApply = (record: ReadRecordScope): boolean => {
      const may = permitsRecord(staff, record);
      if (may && record.websiteId !== undefined) libraries.add(record.websiteId);
      return may;
    };
    try {
      return { ...(await importRecords(input, this.database, { onRejected, mayApply, metrics })), errors };
    } catch (error) {
      throw this.asRefusal(error);
    } finally {
      // Also when it stopped early: what was applied stays.
      await this.recordImport(staff, libraries);
    }
  }

  private async recordImport(staff: StaffPrincipal, libraries: ReadonlySet<number>): Promise<void> {
    try {
      for (const websiteId of libraries)
        await recordAction(this.database, { staff, action: 'records-imported', websiteId });
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
