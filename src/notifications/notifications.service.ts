import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/observability/metrics.js';
import { MailNotEncrypted, MailRefused } from './sending/mail-transport.js';
import { type DueNotice, findNoticeLibrary, findNotices } from './notice-types/notice-content.store.js';
import { isOfSeveral, messageIdOf, type Notice } from './notice-types/notice.js';
import { Channels } from './sending/channels.service.js';
import type { MailText } from './sending/mail.js';
import { MailCounter } from './sending/mail-counter.js';
import { passToMail } from './sending/passed-to-mail.store.js';
import { TextRefused } from './texts/text-gateway.js';
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
export class NotificationsService {
  private readonly logger = new Logger('Mail');
  /** Notices that the mail server has accepted and the database has not recorded yet. They are not sent again. */
  private readonly unrecorded = new Set<string>();
  private readonly sentMails: MailCounter;

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly channels: Channels,
  ) {
    this.sentMails = new MailCounter((websiteId, mails) => countMails(database, websiteId, mails));
  }

  /**
   * Sends notices to one patron in one mail, or in one text message, after checking that they are still true. If the process dies between the mail
   * server's 250, or the gateway's 2xx, and the record of it, the message is sent again with the same id.
   * @param mailId the first part of the Message-ID, if the notices are several
   * @param signal aborts when the process has to end
   * @throws if the mail server does not accept it now, or the database does not record the result; the job is retried later, with growing pauses
   */
  async tell(notices: readonly Notice[], mailId: string | undefined, signal: AbortSignal): Promise<void> {
    const due = await findNotices(this.database, notices);
    const dueIds = new Set(due.map(({ notice }) => messageIdOf(notice)));
    for (const id of notices.map(messageIdOf)) if (!dueIds.has(id)) this.unrecorded.delete(id);
    const reachable = due.filter((each) => recipientOf(each) !== null);
    await this.passToMail(
      due.filter(({ notice, content }) => notice.channel === 'text' && content.texts === null),
    );
    // The address of a hold may have changed meanwhile, and a hold may be another patron's.
    const [together = [], ...others] = Map.groupBy(reachable, recipientOf).values();
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
    await recordSent(
      this.database,
      first.websiteId,
      accepted,
      mailId !== undefined && isOfSeveral(mailId) ? mailId : undefined,
    );
    if (first.channel !== 'text') await this.sentMails.add(first.websiteId);
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
    const mail = { ...text(library.libraryName), html: undefined, messageId, to, language: 'en' };
    try {
      await this.channels.sendFrom(library, mail, signal);
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
    const isText = notices[0]?.notice.channel === 'text';
    const counter = isText ? this.metrics.texts : this.metrics.mails;
    try {
      await this.channels.send(notices, mailId, signal);
      counter.inc({ outcome: 'sent' });
      return true;
    } catch (error) {
      if (error instanceof MailNotEncrypted) this.logger.warn(error.message);
      const code = refusalIn(error);
      counter.inc({ outcome: code === undefined ? 'delayed' : 'refused' });
      if (code === undefined) throw error;
      this.logger.warn(
        { smtpCode: code },
        `Notice permanently refused by the ${isText ? 'gateway' : 'mail server'}.`,
      );
      await recordRefused(
        this.database,
        notices.map(({ notice }) => notice),
        code,
      );
      return false;
    }
  }

  /** Text messages to patrons who can get none any more. */
  private async passToMail(notices: readonly DueNotice[]): Promise<void> {
    const [first] = notices;
    if (first === undefined) return;
    await passToMail(
      this.database,
      first.notice.websiteId,
      notices.map(({ notice }) => notice),
    );
  }
}

/** The same for all notices of one message. Null: they cannot be sent that way. */
function recipientOf({ notice, content: { emailAddress, texts } }: DueNotice): string | null {
  if (notice.channel !== 'text') return emailAddress;
  return texts === null ? null : `patron ${texts.patronId}`;
}

/** Undefined: the message may be accepted another time. */
function refusalIn(error: unknown): number | undefined {
  if (error instanceof TextRefused) return error.status;
  return error instanceof MailRefused ? error.smtpCode : undefined;
}
