import { Inject, Controller, HttpCode, HttpStatus, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { Staff } from '../../staff/permissions/staff.decorator.js';
import type { StaffPrincipal } from '../../staff/permissions/staff-principal.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { limitedRecords } from './limited-body.js';
import type { ImportRecord } from './records.representation.js';
import { recordsIn } from './records.requests.js';
import { RecordsService } from './records.service.js';

/** Imports a library's records from a stream (docs/records.md). */
@Controller('operator/v1/records')
export class RecordsController {
  constructor(
    private readonly records: RecordsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Answers 200 when every line was applied, and 422 when some were rejected and the others applied. Who may apply which
   * records, `RECORD_ROLES` says.
   */
  @Post()
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
