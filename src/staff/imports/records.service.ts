import { Injectable, Logger } from '@nestjs/common';
import { Refusal } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import { type ImportManner, recordPastRun } from '../../records/engine/import-runs.store.js';
import {
  ImportInterrupted,
  type ImportOptions,
  RecordsImport,
  type Rejection,
} from '../../records/engine/records-import.js';
import { importLogOf, recordImport } from '../actions/action-log.js';
import { permitsRecord } from '../permissions/permissions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { requireRoles } from '../sign-in/principals.store.js';
import type { ImportRecord } from './imports.representation.js';
import { optionsOf } from './imports.service.js';
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
    private readonly records: RecordsImport,
  ) {}

  /**
   * Applies the records that `staff` may apply, and rejects the others. The log of actions says of a library that records are imported
   * before the first of them is applied.
   * @param occasion a purchase: the log says which title it is for, and nothing lists it among the imports
   * @throws Refusal `ServiceUnavailable` when the database cannot be used; also passes on errors of `input`
   */
  async import(
    input: AsyncIterable<Buffer>,
    staff: StaffPrincipal,
    occasion: 'import' | 'purchase' = 'import',
    manner?: ImportManner,
  ): Promise<ImportRecord> {
    const request = new RequestImport();
    const isImport = occasion === 'import' && manner?.dryRun !== true;
    /** Of each library, whether the log of actions has an entry: not before the import itself has added it. */
    const logged = new Map<number, boolean>();
    const errors: Rejection[] = [];
    const options: ImportOptions = {
      ...optionsOf(manner),
      log: importLogOf(staff, occasion),
      onProgress: (progress) => request.onProgress(progress),
      onRejected: (rejection, websiteId) => {
        request.onRejected(rejection, websiteId);
        if (errors.length < MAX_ERRORS_REPORTED) errors.push(rejection);
      },
      beforeBatch: async () => {
        await requireRoles(this.database, staff);
        for (const websiteId of isImport ? request.libraries : [])
          if (!logged.has(websiteId))
            logged.set(websiteId, await recordImport(this.database, staff, websiteId));
      },
      mayApply: (record) => {
        const may = permitsRecord(staff, record);
        request.onRead(record, may);
        return may;
      },
    };
    let failure: string | null = INTERRUPTED;
    try {
      const result = await this.records.run(input, options);
      failure = null;
      return { ...result, errors };
    } catch (error) {
      throw this.asRefusal(error);
    } finally {
      // Also when it stopped early: what was applied stays.
      const added = [...logged].filter(([, isLogged]) => !isLogged).map(([websiteId]) => websiteId);
      if (isImport) await this.record(staff, added, request.listed(staff.name, failure));
    }
  }

  /** @param added libraries that the import itself has added */
  private async record(
    staff: StaffPrincipal,
    added: readonly number[],
    listed: readonly ListedImport[],
  ): Promise<void> {
    try {
      for (const websiteId of added) await recordImport(this.database, staff, websiteId);
      for (const { run, rejections } of listed) await recordPastRun(this.database, run, rejections);
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
