import { Get, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { GuidInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { representMailStatus, representUnsentNotices } from '../../operator/mail/mail.representation.js';
import { MailService } from '../../operator/mail/mail.service.js';
import { pageAddress } from '../addresses.js';
import { counted } from '../components/moment.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../frame.js';
import { redirectTo, sendPage } from '../page.js';
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
  async list(@PageFrame() frame: LibraryFrame, @Res() response: Response): Promise<void> {
    const unsent = await this.mail.unsent(MOST, [frame.library.websiteId]);
    const { notices } = representUnsentNotices(unsent);
    const status = representMailStatus(await this.mail.status());
    sendPage(response, MailPage({ frame, notices, status, problem: await this.mail.serverProblem() }));
  }

  @Post('retry')
  @Allow('desk', { library: 'path' })
  async retry(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @Res() response: Response,
  ): Promise<void> {
    const retried = await this.mail.retry(staff, [websiteId]);
    redirectTo(
      response,
      pageAddress(websiteId, 'mail'),
      `${counted(retried, 'notice is', 'notices are')} being sent again.`,
    );
  }

  @Post('resume')
  @Allow('admin', { library: 'path' })
  async resume(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @FormFields() _: ResumeForm,
    @Res() response: Response,
  ): Promise<void> {
    await this.mail.resume(staff, websiteId);
    redirectTo(
      response,
      pageAddress(websiteId, 'mail'),
      'Mail is resumed: what waits is sent within seconds.',
    );
  }

  @Get(':id/:ticket')
  @Allow('desk', { library: 'path' })
  async notice(
    @PageFrame() frame: LibraryFrame,
    @GuidInPath('id') reserveId: string,
    @NumberInPath('ticket') ticket: number,
    @Res() response: Response,
  ): Promise<void> {
    const { websiteId } = frame.library;
    const recipient = await this.mail.recipient({ websiteId, reserveId, ticket });
    const unsent = await this.mail.unsent(MOST, [websiteId]);
    const { notices } = representUnsentNotices(unsent);
    const notice = notices.find((each) => each.reserveId === reserveId && each.ticket === ticket);
    sendPage(response, NoticePage({ frame, hold: { websiteId, reserveId, ticket }, recipient, notice }));
  }

  @Post(':id/:ticket')
  @Allow('desk', { library: 'path' })
  async repair(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @GuidInPath('id') reserveId: string,
    @NumberInPath('ticket') ticket: number,
    @FormFields() form: NoticeForm,
    @Res() response: Response,
  ): Promise<void> {
    const hold = { websiteId, reserveId, ticket };
    const recipient = await this.mail.recipient(hold);
    const isChanged = form.emailAddress !== recipient.emailAddress;
    const retried = await this.mail.retryOne(
      hold,
      { emailAddress: isChanged ? form.emailAddress : undefined },
      staff,
    );
    const message = retried > 0 ? 'The notice is being sent again.' : 'There was nothing to send again.';
    redirectTo(response, pageAddress(websiteId, 'mail'), message);
  }
}
