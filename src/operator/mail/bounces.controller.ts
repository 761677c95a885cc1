import { Controller, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { BouncesService } from '../../notifications/bounces/bounces.service.js';
import { RequestedLibraries } from '../../staff/permissions/staff.decorator.js';
import { readBounce } from './bounces.requests.js';

/** Takes the reports of mail servers that a notice did not arrive. */
@Controller('operator/v1/bounces')
export class BouncesController {
  constructor(private readonly bounces: BouncesService) {}

  /** The answer is the same whether the notice is known or not. A report only says that an address fails. */
  @Post()
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
