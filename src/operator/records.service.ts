import { Injectable, Logger } from '@nestjs/common';
import { Refusal } from '../domain/errors.js';
import { Database } from '../platform/database/database.js';
import { ImportInterrupted, importRecords, type Rejection } from '../records/records-import.js';
import type { ImportRecord } from './records.representation.js';

/** Enough to see what is wrong with a file; the count tells the rest. */
const MAX_ERRORS_REPORTED = 1_000;

/** A library's records, as they come over HTTP. */
@Injectable()
export class RecordsService {
  private readonly logger = new Logger('Records');

  constructor(private readonly database: Database) {}

  /** @throws Refusal `ServiceUnavailable` when the database cannot be used, and whatever `input` throws */
  async import(input: AsyncIterable<Buffer>): Promise<ImportRecord> {
    const errors: Rejection[] = [];
    const onRejected = (rejection: Rejection): void => {
      if (errors.length < MAX_ERRORS_REPORTED) errors.push(rejection);
    };
    try {
      return { ...(await importRecords(input, this.database, { onRejected })), errors };
    } catch (error) {
      throw this.asRefusal(error);
    }
  }

  /** How far the import came is worth telling: the answer to any other failure of the database leaves it out. */
  private asRefusal(error: unknown): unknown {
    if (!(error instanceof ImportInterrupted)) return error;
    this.logger.warn({ err: error.cause }, 'An import was interrupted.');
    return new Refusal('ServiceUnavailable', error.message);
  }
}
