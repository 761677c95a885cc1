import { Controller, Get, HttpCode, HttpStatus, Post, UseGuards } from '@nestjs/common';
import { Fields } from '../../http/fields/fields.decorator.js';
import { ReserveIdInPath } from '../queues/reserve-id-in-path.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { QueryFields } from '../../http/fields/query.decorator.js';
import {
  type MailStatusRecord,
  representMailStatus,
  representUnsentNotices,
  type RetriedRecord,
  type UnsentNoticeListRecord,
} from './mail.representation.js';
import { LibraryQuery, RetryNoticeRequest, UnsentMailQuery } from './mail.requests.js';
import { Staff } from '../../staff/permissions/staff.decorator.js';
import type { StaffPrincipal } from '../../staff/permissions/staff-principal.js';
import { StaffGuard } from '../../staff/permissions/staff.guard.js';
import { MailService } from './mail.service.js';
import { pageOf } from '../paging.requests.js';

/** Notices that were not delivered. */
@Controller('operator/v1/mail')
@UseGuards(StaffGuard)
export class MailController {
  constructor(private readonly mail: MailService) {}

  @Get()
  async unsent(
    @QueryFields(UnsentMailQuery) query: UnsentMailQuery,
    @Staff() staff: StaffPrincipal,
  ): Promise<UnsentNoticeListRecord> {
    return representUnsentNotices(await this.mail.unsent(pageOf(query), staff, query.websiteId));
  }

  /** Sends all of them again now, including refused ones: for use after correcting an address or the mail server. */
  @Post('retry')
  @HttpCode(HttpStatus.OK)
  async retry(
    @QueryFields(LibraryQuery) { websiteId }: LibraryQuery,
    @Staff() staff: StaffPrincipal,
  ): Promise<RetriedRecord> {
    return { retried: await this.mail.retry(staff, websiteId) };
  }

  @Get('status')
  async status(): Promise<MailStatusRecord> {
    return representMailStatus(await this.mail.status());
  }

  /** Ends the pause of a restored copy. */
  @Post('resume')
  @HttpCode(HttpStatus.OK)
  async resume(@Staff() staff: StaffPrincipal): Promise<MailStatusRecord> {
    return representMailStatus(await this.mail.resume(staff));
  }
}

/** The notice that the title of one hold is ready. */
@Controller('operator/v1/libraries/:websiteId/titles/:id/holds/:ticket/notice')
@UseGuards(StaffGuard)
export class NoticeController {
  constructor(private readonly mail: MailService) {}

  /** Sends it again now, to a corrected address if the request has one. */
  @Post('retry')
  @HttpCode(HttpStatus.OK)
  async retry(
    @NumberInPath('websiteId') websiteId: number,
    @ReserveIdInPath() reserveId: string,
    @NumberInPath('ticket') ticket: number,
    @Fields(RetryNoticeRequest) { emailAddress }: RetryNoticeRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<RetriedRecord> {
    return { retried: await this.mail.retryOne({ websiteId, reserveId, ticket }, { emailAddress }, staff) };
  }
}
