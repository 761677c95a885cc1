import { Inject, Controller, HttpCode, HttpStatus, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { limitedRecords } from './limited-body.js';
import type { ImportRecord } from './imports.representation.js';
import { RECORDS_BODY, recordsIn } from './records.requests.js';
import { RecordsService } from './records.service.js';

/** Imports a library's records from a stream (docs/records.md). */
@Tag('Operator')
@Controller('operator/v1/records')
export class RecordsController {
  constructor(
    private readonly records: RecordsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Import records.
   * @remarks One JSON record per line, as a stream of any length. A line that is rejected changes nothing; all others are
   * applied.
   */
  // Who may apply which records, `RECORD_ROLES` says.
  @Post()
  @Operation('importRecords', {
    body: RECORDS_BODY,
    otherStatus: { status: 422, description: 'Some lines were rejected; the others are applied.' },
  })
  @Allow('any', { library: 'body' })
  @HttpCode(HttpStatus.OK)
  async import(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Staff() staff: StaffPrincipal,
  ): Promise<ImportRecord> {
    const result = await this.records.import(limitedRecords(recordsIn(request), this.config), staff);
    if (result.rejected > 0) response.status(HttpStatus.UNPROCESSABLE_ENTITY);
    return result;
  }
}
