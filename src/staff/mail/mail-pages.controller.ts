import { Get, HttpStatus, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import { EMAIL_ADDRESS, readMailbox } from '../../http/fields/validators.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { GuidInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { representMailStatus, representUnsentNotices } from './mail.representation.js';
import { MailService } from './mail.service.js';
import { pageAddress } from '../console/addresses.js';
import { counted } from '../console/components/moment.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { MailPage, MAX_NOTICES } from './mail.page.js';
import { NoticeForm, ResumeForm } from './mail-pages.requests.js';
import { NoticePage, type NoticeProblem } from './notice.page.js';

const MAX_PAGE = { limit: MAX_NOTICES, offset: 0 };

/** Notices that were not delivered, and how to repair them. */
@ConsoleController('console/libraries/:websiteId/mail')
export class ConsoleMailController {
  constructor(private readonly mail: MailService) {}

  @Get()
  @Allow('desk', { library: 'path' })
  async list(@PageFrame() frame: LibraryFrame): Promise<VNode> {
    const { websiteId } = frame.library;
    const { notices } = representUnsentNotices(await this.mail.unsent(MAX_PAGE, [websiteId]));
    const destinations = await this.mail.destinations(websiteId, notices);
    const listed = notices.map((notice) => ({
      ...notice,
      destination: destinations.find((each) => isSame(each, notice)),
    }));
    const status = representMailStatus(await this.mail.status());
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
  async notice(
    @PageFrame() frame: LibraryFrame,
    @GuidInPath('id') reserveId: string,
    @NumberInPath('ticket') ticket: number,
    problem?: NoticeProblem,
  ): Promise<VNode> {
    const { websiteId } = frame.library;
    const hold = { websiteId, reserveId, ticket };
    const recipient = await this.mail.recipient(hold);
    const { notices } = representUnsentNotices(await this.mail.unsent(MAX_PAGE, [websiteId]));
    const notice = notices.find((each) => isSame(each, hold));
    const [title] = await this.mail.destinations(websiteId, [hold]);
    const others = await this.mail.othersRefused(hold, recipient.patronId);
    return NoticePage({ frame, hold, title, recipient, notice, others, problem });
  }

  /** A corrected address is that of all notices to the patron that were refused. */
  @Post(':id/:ticket')
  @Allow('desk', { library: 'path' })
  async repair(
    @PageFrame() frame: LibraryFrame,
    @GuidInPath('id') reserveId: string,
    @NumberInPath('ticket') ticket: number,
    @FormFields() { emailAddress: typed = '' }: NoticeForm,
  ): Promise<PageAnswer> {
    const { library, staff } = frame;
    const hold = { websiteId: library.websiteId, reserveId, ticket };
    const emailAddress = readMailbox(typed.trim());
    if (emailAddress === undefined) {
      const text = `This must be ${EMAIL_ADDRESS.message}. Nothing was sent.`;
      const page = await this.notice(frame, reserveId, ticket, { typed, text });
      return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
    }
    const retried = await this.mail.repair(hold, emailAddress, staff);
    return new Redirect(pageAddress(library.websiteId, 'mail'), outcomeOf(retried));
  }
}

interface NoticeOfLibrary {
  readonly reserveId: string;
  readonly ticket: number;
}

function isSame(one: NoticeOfLibrary, other: NoticeOfLibrary): boolean {
  return one.reserveId === other.reserveId && one.ticket === other.ticket;
}

function outcomeOf(retried: number): string {
  if (retried === 0) return 'There was nothing to send again.';
  return retried === 1 ? 'The notice is being sent again.' : `${retried} notices are being sent again.`;
}
