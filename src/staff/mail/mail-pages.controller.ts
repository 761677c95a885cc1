import { Get, Post, Res } from '@nestjs/common';
import { IsIn, IsOptional } from 'class-validator';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import { IsEmailAddress } from '../../http/fields/validators.js';
import { Fields, FormFields, QueryFields } from '../../http/fields/fields.decorators.js';
import { HoldInPath } from '../../http/fields/path.decorators.js';
import { MailService, type NoticedHold } from './mail.service.js';
import { pageAddress } from '../addresses/addresses.js';
import { counted } from '../console/components/moment.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { FormOn } from '../console/face.interceptor.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { Redirect } from '../console/page.js';
import { answerWithMail } from './mail-answer.js';
import { MailPage, MAX_NOTICES } from './mail.page.js';
import { NoticePage } from './notice.page.js';
import type { Response } from 'express';
import { NoticePreviewsService } from '../../notifications/composing/notice-previews.service.js';
import { PreviewsPage } from './previews.page.js';
import { PreviewPageQuery } from './mail.requests.js';

const MAX_PAGE = { limit: MAX_NOTICES, offset: 0 };

/** A checkbox: without it, mail stays paused. */
class ResumeForm {
  @IsIn(['yes']) originalIsStopped!: 'yes';
}

class RepairForm {
  /** Absent for a text message. */
  @IsOptional() @IsEmailAddress() emailAddress?: string;
}

/** Notices that were not delivered, and how to repair them. */
@ConsoleController('console/libraries/:websiteId/mail')
export class ConsoleMailController {
  constructor(private readonly mail: MailService) {}

  @Get()
  @Allow('desk', { library: 'path' })
  async list(@PageFrame() frame: LibraryFrame): Promise<VNode> {
    const { websiteId } = frame.library;
    const { notices } = await this.mail.unsent(MAX_PAGE, [websiteId]);
    const destinations = await this.mail.destinations(websiteId, notices);
    const listed = notices.map((notice) => ({
      ...notice,
      destination: destinations.find((each) => isSame(each, notice)),
    }));
    const status = await this.mail.status();
    return MailPage({ frame, notices: listed, status, problem: await this.mail.serverProblem() });
  }

  @Post('retry')
  @Allow('desk', { library: 'path' })
  async retry(@PageFrame() { library: { websiteId }, staff }: LibraryFrame): Promise<Redirect> {
    const retried = await this.mail.retry(staff, [websiteId]);
    const message = `${counted(retried, 'notice is', 'notices are')} being sent again.`;
    return new Redirect(pageAddress(websiteId, 'mail'), message);
  }

  @Post('resume')
  @Allow('admin', { library: 'path' })
  async resume(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @FormFields() _: ResumeForm,
  ): Promise<Redirect> {
    await this.mail.resume(staff, websiteId);
    const message = 'Mail is resumed: what waits is sent within seconds.';
    return new Redirect(pageAddress(websiteId, 'mail'), message);
  }

  @Get(':id/:ticket')
  @Allow('desk', { library: 'path' })
  async notice(@PageFrame() frame: LibraryFrame, @HoldInPath() hold: NoticedHold): Promise<VNode> {
    const recipient = await this.mail.recipient(hold);
    const { notices } = await this.mail.unsent(MAX_PAGE, [hold.websiteId]);
    const notice = notices.find((each) => isSame(each, hold));
    const [title] = await this.mail.destinations(hold.websiteId, [hold]);
    const others = await this.mail.othersRefused(hold, recipient.patronId);
    return NoticePage({ frame, hold, title, recipient, notice, others });
  }

  /** A corrected address is that of all notices to the patron that were refused. */
  @Post(':id/:ticket')
  @Allow('desk', { library: 'path' })
  @FormOn('notice')
  async repair(
    @PageFrame() { staff }: LibraryFrame,
    @HoldInPath() hold: NoticedHold,
    @Fields() { emailAddress }: RepairForm,
  ): Promise<Redirect> {
    const retried = await this.mail.repair(hold, emailAddress, staff);
    return new Redirect(pageAddress(hold.websiteId, 'mail'), outcomeOf(retried));
  }
}

type TitleAndTicket = Pick<NoticedHold, 'reserveId' | 'ticket'>;

function isSame(one: TitleAndTicket, other: TitleAndTicket): boolean {
  return one.reserveId === other.reserveId && one.ticket === other.ticket;
}

function outcomeOf(retried: number): string {
  if (retried === 0) return 'There was nothing to send again.';
  return retried === 1 ? 'The notice is being sent again.' : `${retried} notices are being sent again.`;
}

/** What the library's notices look like, with an example as the title. */
@ConsoleController('console/libraries/:websiteId/previews')
@Allow('any', { library: 'path' })
export class PreviewsController {
  constructor(private readonly previews: NoticePreviewsService) {}

  @Get()
  async page(
    @PageFrame() frame: LibraryFrame,
    @QueryFields() { occasion = 'ready', language }: PreviewPageQuery,
  ): Promise<VNode> {
    const preview = await this.previews.find(frame.library.websiteId, occasion, language);
    return PreviewsPage({ frame, occasion, preview });
  }

  /** The HTML of the mail, alone. */
  @Get('mail')
  async mail(
    @PageFrame() { library: { websiteId } }: LibraryFrame,
    @QueryFields() { occasion = 'ready', language }: PreviewPageQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { html } = await this.previews.find(websiteId, occasion, language);
    answerWithMail(response, html);
  }
}
