import { Controller, HttpCode, HttpStatus, Logger, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Refusal } from '../../domain/errors.js';
import { OperatorGuard } from '../../http/operator.guard.js';
import { Database } from '../../platform/database/database.js';
import { ImportInterrupted, importRecords, type Rejection } from '../records/records-import.js';
import type { ImportRecord } from './records.representation.js';
import { recordsIn } from './records.requests.js';

/** Enough to see what is wrong with a file; the count tells the rest. */
const MOST_ERRORS_TOLD = 1_000;

/** A library's records, streamed in (docs/records.md). */
@Controller('operator/v1/records')
@UseGuards(OperatorGuard)
export class RecordsController {
  private readonly logger = new Logger('Records');

  constructor(private readonly database: Database) {}

  /** 200 when every line was applied, 422 when some were rejected: the others are applied all the same. */
  @Post()
  @HttpCode(HttpStatus.OK)
  async import(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImportRecord> {
    const errors: Rejection[] = [];
    const { applied, rejected } = await importRecords(recordsIn(request), this.database, {
      onRejected: (rejection) => {
        if (errors.length < MOST_ERRORS_TOLD) errors.push(rejection);
      },
    }).catch((error: unknown) => {
      throw asRefusal(error, this.logger);
    });
    if (rejected > 0) response.status(HttpStatus.UNPROCESSABLE_ENTITY);
    return { applied, rejected, errors };
  }
}

/** How far an import came is worth telling: the answer to any other failure of the database leaves it out. */
function asRefusal(error: unknown, logger: Logger): unknown {
  if (!(error instanceof ImportInterrupted)) return error;
  logger.warn({ err: error.cause }, 'An import was interrupted.');
  return new Refusal('ServiceUnavailable', error.message);
}
