import { Controller, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { BouncesService } from '../../notifications/bounces/bounces.service.js';
import { RequestedLibraries } from '../permissions/staff.decorator.js';
import { BounceReport, readBounce } from './bounces.requests.js';

/** Takes the reports of mail servers that a notice did not arrive. */
@Tag('Operator')
@Controller('operator/v1/bounces')
export class BouncesController {
  constructor(private readonly bounces: BouncesService) {}

  /**
   * Report that a notice bounced.
   * @remarks As JSON, or as the mail itself: a delivery status notification as `message/rfc822` or `multipart/report`. The notice
   * is listed as refused if `status` is permanent (`5.x.x`). Anything else changes nothing, with the same answer.
   */
  @Post()
  @Operation('reportBounce', { body: { mediaType: 'application/json', type: BounceReport } })
  @Allow('desk', { library: 'own' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async report(
    @Req() request: Request,
    @RequestedLibraries() websiteIds: readonly number[] | undefined,
  ): Promise<void> {
    const bounce = await readBounce(request);
    if (bounce === undefined) return;
    await this.bounces.record(bounce, websiteIds);
  }
}
