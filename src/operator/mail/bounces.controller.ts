import { Controller, HttpCode, HttpStatus, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { BouncesService } from '../../notifications/bounces/bounces.service.js';
import { librariesOf } from '../../staff/permissions/permissions.js';
import { StaffGuard } from '../../staff/permissions/staff.guard.js';
import type { StaffPrincipal } from '../../staff/permissions/staff-principal.js';
import { Staff } from '../../staff/permissions/staff.decorator.js';
import { readBounce } from './bounces.requests.js';

/** Takes the reports of mail servers that a notice did not arrive. */
@Controller('operator/v1/bounces')
@UseGuards(StaffGuard)
export class BouncesController {
  constructor(private readonly bounces: BouncesService) {}

  /** The answer is the same whether the notice is known or not. */
  @Post()
  @HttpCode(HttpStatus.NO_CONTENT)
  async report(@Req() request: Request, @Staff() staff: StaffPrincipal): Promise<void> {
    const bounce = await readBounce(request);
    if (bounce === undefined) return;
    await this.bounces.record(bounce, librariesOf(staff, 'POST /operator/v1/bounces'));
  }
}
