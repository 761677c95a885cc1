import { Get, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { GuidInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { representMailStatus, representUnsentNotices } from '../../operator/mail/mail.representation.js';
import { MailService } from '../../operator/mail/mail.service.js';
import { pageAddress } from '../addresses.js';
import { counted } from '../components/moment.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../frame.js';
import { Redirect } from '../page.js';
import { MailPage } from './mail.page.js';
import { NoticeForm, ResumeForm } from './mail.requests.js';
import { NoticePage } from './notice.page.js';

/** A library with more of them has a mail server that is down: then the first ones are enough to see it. */
const MOST = { limit: 200, offset: 0 };

/** Notices that were not delivered, and how to repair them. */
@ConsoleController('console/libraries/:websiteId/mail')
export class ConsoleMailController {
  constructor(private readonly mail: MailService) {}

  @Get()
  @Allow('desk', { library: 'path' })
  async list(@PageFrame() frame: LibraryFrame): Promise<VNode> {
    const unsent = await this.mail.unsent(MOST, [frame.library.websiteId]);
    const { notices } = representUnsentNotices(unsent);
    const status = representMailStatus(await this.mail.status());
    return MailPage({ frame, notices, status, problem: await this.mail.serverProblem() });
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
  ): Promise<VNode> {
    const { websiteId } = frame.library;
    const recipient = await this.mail.recipient({ websiteId, reserveId, ticket });
    const unsent = await this.mail.unsent(MOST, [websiteId]);
    const { notices } = representUnsentNotices(unsent);
    const notice = notices.find((each) => each.reserveId === reserveId && each.ticket === ticket);
    return NoticePage({ frame, hold: { websiteId, reserveId, ticket }, recipient, notice });
  }

  @Post(':id/:ticket')
  @Allow('desk', { library: 'path' })
  async repair(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @GuidInPath('id') reserveId: string,
    @NumberInPath('ticket') ticket: number,
    @FormFields() { emailAddress }: NoticeForm,
  ): Promise<Redirect> {
    const hold = { websiteId, reserveId, ticket };
    const recipient = await this.mail.recipient(hold);
    const corrected = emailAddress === recipient.emailAddress ? undefined : emailAddress;
    const retried = await this.mail.retryOne(hold, { emailAddress: corrected }, staff);
    const message = retried > 0 ? 'The notice is being sent again.' : 'There was nothing to send again.';
    return new Redirect(pageAddress(websiteId, 'mail'), message);
  }
}
