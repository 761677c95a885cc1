import { Controller, Get, HttpCode, HttpStatus, Param, Post, Req } from '@nestjs/common';
import { Allow } from '../permissions/allow.decorator.js';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { HoldInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { NoticePreviewsService } from '../../notifications/composing/notice-previews.service.js';
import type {
  MailStatusRecord,
  NoticePreviewRecord,
  RetriedRecord,
  UnsentNoticeListRecord,
} from './mail.representation.js';
import { LibraryQuery, NoticePreviewQuery, RetryNoticeRequest, UnsentMailQuery } from './mail.requests.js';
import { RequestedLibraries, Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { MailService, type NoticedHold } from './mail.service.js';
import { pageOf } from '../requests/paging.requests.js';
import type { Request } from 'express';
import { BouncesService } from '../../notifications/bounces/bounces.service.js';
import { BounceReport, readBounce } from './bounces.requests.js';

/** Notices that were not delivered. */
@Tag('Operator')
@Controller('operator/v1/mail')
export class MailController {
  constructor(private readonly mail: MailService) {}

  /** See which notices have not arrived. @remarks Those that are still true, the latest first. */
  @Get()
  @Operation('listUnsentNotices')
  @Allow('desk', { library: 'query' })
  unsent(
    @QueryFields() query: UnsentMailQuery,
    @RequestedLibraries() websiteIds: readonly number[] | undefined,
  ): Promise<UnsentNoticeListRecord> {
    return this.mail.unsent(pageOf(query), websiteIds);
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
  status(): Promise<MailStatusRecord> {
    return this.mail.status();
  }

  /** Send mail from a restored copy. @remarks As `holdfast resume-mail`: use it when the original no longer sends any. */
  // All libraries of the installation send their mail from one database.
  @Post('resume')
  @Operation('resumeMail')
  @Allow('admin', { library: 'own' })
  @HttpCode(HttpStatus.OK)
  resume(@Staff() staff: StaffPrincipal): Promise<MailStatusRecord> {
    return this.mail.resume(staff);
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
    @HoldInPath() hold: NoticedHold,
    @Fields() { emailAddress }: RetryNoticeRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<RetriedRecord> {
    return { retried: await this.mail.retryOne(hold, emailAddress, staff) };
  }
}

/** What a library's notices look like, for its staff. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/notices')
export class NoticesController {
  constructor(private readonly previews: NoticePreviewsService) {}

  /**
   * See what a library’s notice looks like.
   * @remarks With the library’s settings as they are now, about a title that is only an example.
   */
  @Get(':occasion')
  @Operation('previewNotice')
  @Allow('any', { library: 'path' })
  preview(
    @NumberInPath('websiteId') websiteId: number,
    @Param('occasion') occasion: string,
    @QueryFields() { language }: NoticePreviewQuery,
  ): Promise<NoticePreviewRecord> {
    return this.previews.find(websiteId, occasion, language);
  }
}

/** Takes the reports of mail servers that a notice did not arrive. */
@Tag('Operator')
@Controller('operator/v1/bounces')
export class BouncesController {
  constructor(private readonly bounces: BouncesService) {}

  /**
   * Report that a notice bounced.
   * @remarks As JSON, or as the mail itself: a delivery status notification as `message/rfc822` or `multipart/report`. The notice
   * is listed as refused if `status` is permanent (`5.x.x`). The JSON may be that of Amazon SES, also in a message of SNS. Anything else changes
   * nothing, with the same answer.
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
