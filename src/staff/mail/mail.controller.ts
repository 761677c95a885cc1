import { Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { Allow } from '../permissions/allow.decorator.js';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { GuidInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import {
  type MailStatusRecord,
  representMailStatus,
  representUnsentNotices,
  type RetriedRecord,
  type UnsentNoticeListRecord,
} from './mail.representation.js';
import { LibraryQuery, RetryNoticeRequest, UnsentMailQuery } from './mail.requests.js';
import { RequestedLibraries, Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { MailService } from './mail.service.js';
import { pageOf } from '../paging.requests.js';

/** Notices that were not delivered. */
@Tag('Operator')
@Controller('operator/v1/mail')
export class MailController {
  constructor(private readonly mail: MailService) {}

  /** See which notices have not arrived. @remarks Those that are still true, the latest first. */
  @Get()
  @Operation('listUnsentNotices')
  @Allow('desk', { library: 'query' })
  async unsent(
    @QueryFields() query: UnsentMailQuery,
    @RequestedLibraries() websiteIds: readonly number[] | undefined,
  ): Promise<UnsentNoticeListRecord> {
    return representUnsentNotices(await this.mail.unsent(pageOf(query), websiteIds));
  }

  /**
   * Send all undelivered notices again now.
   * @remarks Those that were refused or given up, too: after the mail server was repaired.
   */
  @Post('retry')
  @Operation('retryNotices')
  @Allow('desk', { library: 'query' })
  @HttpCode(HttpStatus.OK)
  async retry(
    @QueryFields() _: LibraryQuery,
    @RequestedLibraries() websiteIds: readonly number[] | undefined,
    @Staff() staff: StaffPrincipal,
  ): Promise<RetriedRecord> {
    return { retried: await this.mail.retry(staff, websiteIds) };
  }

  /** See whether mail is paused, and what waits. @remarks It names no patron, title or library. */
  @Get('status')
  @Operation('readMailStatus')
  @Allow('any', { library: 'own' })
  async status(): Promise<MailStatusRecord> {
    return representMailStatus(await this.mail.status());
  }

  /** Send mail from a restored copy. @remarks As `holdfast resume-mail`: use it when the original no longer sends any. */
  // All libraries of the installation send their mail from one database.
  @Post('resume')
  @Operation('resumeMail')
  @Allow('admin', { library: 'own' })
  @HttpCode(HttpStatus.OK)
  async resume(@Staff() staff: StaffPrincipal): Promise<MailStatusRecord> {
    return representMailStatus(await this.mail.resume(staff));
  }
}

/** The notice that the title of one hold is ready. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/titles/:id/holds/:ticket/notice')
export class NoticeController {
  constructor(private readonly mail: MailService) {}

  /** Send the notice of one hold again. */
  @Post('retry')
  @Operation('retryNotice', { refusals: ['IgnoreHoldEmailCannotBeChanged', 'PatronDoesntHaveTitleOnHold'] })
  @Allow('desk', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  async retry(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('id') reserveId: string,
    @NumberInPath('ticket') ticket: number,
    @Fields() { emailAddress }: RetryNoticeRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<RetriedRecord> {
    return { retried: await this.mail.retryOne({ websiteId, reserveId, ticket }, { emailAddress }, staff) };
  }
}
