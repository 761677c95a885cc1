import { Controller, Get, HttpCode, HttpStatus, Post, UseGuards } from '@nestjs/common';
import { StaffGuard } from '../staff/staff.guard.js';
import { QueryFields } from '../http/query.decorator.js';
import {
  representUnsentNotices,
  type RetriedRecord,
  type UnsentNoticeListRecord,
} from './mail.representation.js';
import { Staff } from '../staff/staff.decorator.js';
import type { StaffPrincipal } from '../staff/staff-principal.js';
import { MailService } from './mail.service.js';
import { pageOf, Paging } from './paging.requests.js';

/** Notices that were not delivered. */
@Controller('operator/v1/mail')
@UseGuards(StaffGuard)
export class MailController {
  constructor(private readonly mail: MailService) {}

  @Get()
  async unsent(
    @QueryFields(Paging) query: Paging,
    @Staff() staff: StaffPrincipal,
  ): Promise<UnsentNoticeListRecord> {
    return representUnsentNotices(await this.mail.unsent(pageOf(query), staff));
  }

  /** Sends all of them again now, including refused ones: for use after correcting an address or the mail server. */
  @Post('retry')
  @HttpCode(HttpStatus.OK)
  async retry(@Staff() staff: StaffPrincipal): Promise<RetriedRecord> {
    return { retried: await this.mail.retry(staff) };
  }
}
