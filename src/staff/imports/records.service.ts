import { Injectable, Logger } from '@nestjs/common';
import { Refusal } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import type { ImportManner } from '../../records/engine/import-runs.store.js';
import { type Line, readLines } from '../../records/engine/lines.js';
import {
  ImportInterrupted,
  type ImportOptions,
  type ImportResult,
  RecordsImport,
  type Rejection,
} from '../../records/engine/records-import.js';
import { importLogOf, recordImport } from '../actions/action-log.js';
import { permitsRecord } from '../permissions/permissions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { requireRoles } from '../permissions/principals.store.js';
import type { ImportRecord } from './imports.representation.js';
import { optionsOf } from './imports.service.js';
import { AwaitedRun } from './awaited-run.js';

/** Enough to see what is wrong with a file; `rejected` counts all of them. */
const MAX_ERRORS_REPORTED = 1_000;
const INTERRUPTED = 'The input ended early, or the database could not be used.';

/** An import whose sender waits for its end. */
export interface AwaitedImport extends Pick<ImportOptions, 'onProgress' | 'onRejected'> {
  readonly manner?: ImportManner | undefined;
  /** A purchase: the log says which title it is for, and nothing lists it among the imports. */
  readonly occasion?: 'import' | 'purchase';
  /** Absent: what is imported is the body of a request. */
  readonly fileName?: string;
}

/** Imports records that are sent over HTTP, or read by the command. */
@Injectable()
export class RecordsService {
  private readonly logger = new Logger('Records');

  constructor(
    private readonly database: Database,
    private readonly records: RecordsImport,
  ) {}

  /** @throws Refusal `ServiceUnavailable` when the database cannot be used; also passes on errors of `input` */
  async import(
    input: AsyncIterable<Buffer>,
    staff: StaffPrincipal,
    options: Pick<AwaitedImport, 'manner' | 'occasion'>,
  ): Promise<ImportRecord> {
    const errors: Rejection[] = [];
    const onRejected = ({ line, message }: Rejection): void => {
      if (errors.length < MAX_ERRORS_REPORTED) errors.push({ line, message });
    };
    try {
      return { ...(await this.run(readLines(input), staff, { ...options, onRejected })), errors };
    } catch (error) {
      throw this.asRefusal(error);
    }
  }

  /**
   * Applies the records that `staff` may apply, and rejects the others. The log of actions says of a library that records are imported
   * before the first of them is applied.
   * @throws ImportInterrupted when the database cannot be used; also passes on errors of `lines`
   */
  async run(
    lines: AsyncIterable<Line>,
    staff: StaffPrincipal,
    { manner, occasion = 'import', fileName, onProgress, onRejected }: AwaitedImport,
  ): Promise<ImportResult> {
    const awaited = new AwaitedRun(fileName);
    const isImport = occasion === 'import' && manner?.dryRun !== true;
    /** Of each library, whether the log of actions has an entry: not before the import itself has added it. */
    const logged = new Map<number, boolean>();
    const options: ImportOptions = {
      ...optionsOf(manner),
      log: importLogOf(staff, occasion),
      onProgress: (progress) => {
        awaited.onProgress(progress);
        onProgress?.(progress);
      },
      onRejected: (rejection, websiteId) => {
        awaited.onRejected(rejection, websiteId);
        onRejected?.(rejection, websiteId);
      },
      beforeBatch: async () => {
        await requireRoles(this.database, staff);
        for (const websiteId of isImport ? awaited.libraries : [])
          if (!logged.has(websiteId))
            logged.set(websiteId, await recordImport(this.database, staff, websiteId));
      },
      mayApply: (record) => {
        const may = permitsRecord(staff, record);
        awaited.onRead(record, may);
        return may;
      },
    };
    let result: ImportResult | undefined;
    try {
      result = await this.records.runLines(lines, options);
      return result;
    } finally {
      const failure = result === undefined ? INTERRUPTED : null;
      const ending = { failure, wholeList: manner?.wholeList ?? null, notInFile: result?.notInFile };
      // Also when it stopped early: what was applied stays.
      if (isImport)
        try {
          for (const [websiteId, isLogged] of logged)
            if (!isLogged) await recordImport(this.database, staff, websiteId);
          await awaited.report(this.database, staff.name, ending);
        } catch (error) {
          this.logger.warn({ err: error }, 'An import was not recorded.');
        }
    }
  }

  /** Keeps the message, which says how far the import came: the general answer to database failures does not. */
  private asRefusal(error: unknown): unknown {
    if (!(error instanceof ImportInterrupted)) return error;
    this.logger.warn({ err: error.cause }, 'Import interrupted: database unavailable.');
    return new Refusal('ServiceUnavailable', error.message);
  }
}
