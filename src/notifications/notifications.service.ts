import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { Database } from '../platform/database/database.js';
import { LiveSettings } from '../platform/settings/live-settings.js';
import { Metrics } from '../platform/observability/metrics.js';
import { inSpan } from '../platform/observability/tracing.js';
import { MailNotEncrypted, MailRefused, MailTransport } from './sending/mail-transport.js';
import {
  type DueNotice,
  findNoticeLibrary,
  findNotices,
  type NoticeLibrary,
} from './notice-types/notice-content.store.js';
import { messageIdOf, type Notice } from './notice-types/notice.js';
import { composeNotices } from './composing/notice.mail.js';
import { domainOf, type Mail, type MailText, type Sender } from './sending/mail.js';
import { MailCounter } from './sending/mail-counter.js';
import { withServiceLinks } from './composing/service-links.js';
import { countMails, forgetEnded, recordRefused, recordSent } from './sending/sent-notice.store.js';

/** A mail to a member of staff. */
export interface StaffMail {
  readonly websiteId: number;
  readonly to: string;
  readonly messageId: string;
  readonly text: (libraryName: string) => Pick<MailText, 'subject' | 'text'>;
}

/** Sends notices such as that a title is ready (contract: #events), outside every transaction: no request waits for mail. */
@Injectable()
export class NotificationsService implements OnApplicationShutdown {
  private readonly logger = new Logger('Mail');
  /** Notices that the mail server has accepted and the database has not recorded yet. They are not sent again. */
  private readonly unrecorded = new Set<string>();
  private readonly sentMails: MailCounter;

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly transport: MailTransport,
    private readonly settings: LiveSettings,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.sentMails = new MailCounter((websiteId, mails) => countMails(database, websiteId, mails));
  }

  /**
   * Sends notices to one patron in one mail, after checking that they are still true. If the process dies between the mail server's 250 and the record
   * of it, the mail is sent again with the same Message-ID.
   * @param mailId the first part of the Message-ID, if the notices are several
   * @param signal aborts when the process has to end
   * @throws if the mail server does not accept it now, or the database does not record the result; the job is retried later, with growing pauses
   */
  async tell(notices: readonly Notice[], mailId: string | undefined, signal: AbortSignal): Promise<void> {
    const due = await findNotices(this.database, notices);
    const dueIds = new Set(due.map(({ notice }) => messageIdOf(notice)));
    for (const id of notices.map(messageIdOf)) if (!dueIds.has(id)) this.unrecorded.delete(id);
    // The address of a hold may have changed meanwhile.
    const [together = [], ...others] = Map.groupBy(due, ({ content }) => content.emailAddress).values();
    if (together.length > 0) await this.send(together, mailId, signal);
    for (const other of others.flat()) await this.send([other], undefined, signal);
  }

  private async send(
    notices: readonly DueNotice[],
    mailId: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const isAccepted = ({ notice }: DueNotice): boolean => this.unrecorded.has(messageIdOf(notice));
    const unsent = notices.filter((each) => !isAccepted(each));
    if (unsent.length > 0 && (await this.deliver(unsent, mailId, signal)))
      for (const { notice } of unsent) this.unrecorded.add(messageIdOf(notice));
    const accepted = notices.filter(isAccepted).map(({ notice }) => notice);
    const [first] = accepted;
    if (first === undefined) return;
    await recordSent(this.database, first.websiteId, accepted, mailId);
    await this.sentMails.add(first.websiteId);
    for (const notice of accepted) this.unrecorded.delete(messageIdOf(notice));
  }

  /**
   * Writes to a member of a library's staff.
   * @param messageId without the part after the @
   * @throws if the mail server does not accept the mail now; a refused mail is given up
   */
  async tellStaff({ websiteId, to, messageId, text }: StaffMail, signal: AbortSignal): Promise<void> {
    const library = await findNoticeLibrary(this.database, websiteId);
    if (library === undefined) return;
    const sender = this.senderOf(library);
    const id = `${messageId}@${domainOf(sender.address)}`;
    const mail = { ...text(library.libraryName), html: undefined, messageId: id, sender, to, language: 'en' };
    try {
      await inSpan({ name: 'mail', kind: 'mail' }, () => this.transport.deliver(mail, signal));
      this.metrics.mails.inc({ outcome: 'sent' });
    } catch (error) {
      const isRefused = error instanceof MailRefused;
      this.metrics.mails.inc({ outcome: isRefused ? 'refused' : 'delayed' });
      if (!isRefused) throw error;
      this.logger.warn({ smtpCode: error.smtpCode }, 'Mail to staff refused by the mail server.');
    }
  }

  /** Call it after the last attempt at a notice that is not listed as unsent. */
  async giveUp(notice: Notice): Promise<void> {
    this.logger.warn({ occasion: notice.occasion }, 'Notice given up after the last attempt.');
    if (notice.occasion === 'ended') await forgetEnded(this.database, notice.websiteId, [notice]);
  }

  /** @returns false if the mail server has refused the mail permanently, which is recorded */
  private async deliver(
    notices: readonly DueNotice[],
    mailId: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      const mail = this.compose(notices, mailId);
      await inSpan({ name: 'mail', kind: 'mail' }, () => this.transport.deliver(mail, signal));
      this.metrics.mails.inc({ outcome: 'sent' });
      return true;
    } catch (error) {
      if (error instanceof MailNotEncrypted) this.logger.warn(error.message);
      if (!(error instanceof MailRefused)) {
        this.metrics.mails.inc({ outcome: 'delayed' });
        throw error;
      }
      this.metrics.mails.inc({ outcome: 'refused' });
      this.logger.warn({ smtpCode: error.smtpCode }, 'Notice permanently refused by the mail server.');
      await recordRefused(
        this.database,
        notices.map(({ notice }) => notice),
        error.smtpCode,
      );
      return false;
    }
  }

  private compose(notices: readonly DueNotice[], mailId: string | undefined): Mail {
    const [{ notice, content }] = notices as readonly [DueNotice];
    const library = withServiceLinks(content.library, notice.websiteId, this.config);
    return composeNotices(notices, library, this.senderOf(library), mailId);
  }

  /** The library's own sender, or the service's, perhaps with the library's name and its address for answers. */
  private senderOf({ senderAddress, senderName, replyTo }: NoticeLibrary): Sender {
    const { mailFrom, mailBouncesTo } = this.settings.current;
    const address = senderAddress ?? mailFrom;
    return { address, name: senderName, replyTo, bouncesTo: mailBouncesTo ?? null };
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
