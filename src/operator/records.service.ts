import { Injectable, Logger } from '@nestjs/common';
import { Refusal } from '../domain/errors.js';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics.js';
import { ImportInterrupted, importRecords, type Rejection } from '../records/records-import.js';
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

  /** @throws Refusal `ServiceUnavailable` when the database cannot be used; also passes on errors of `input` */
  async import(input: AsyncIterable<Buffer>): Promise<ImportRecord> {
    const { metrics } = this;
    const errors: Rejection[] = [];
    const onRejected = (rejection: Rejection): void => {
      if (errors.length < MAX_ERRORS_REPORTED) errors.push(rejection);
    };
    try {
      return { ...(await importRecords(input, this.database, { onRejected, metrics })), errors };
    } catch (error) {
      throw this.asRefusal(error);
    }
  }

  /** Keeps the message, which says how far the import came: the general answer to database failures does not. */
  private asRefusal(error: unknown): unknown {
    if (!(error instanceof ImportInterrupted)) return error;
    this.logger.warn({ err: error.cause }, 'Import interrupted: database unavailable.');
    return new Refusal('ServiceUnavailable', error.message);
  }
}
