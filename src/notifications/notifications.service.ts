import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { LiveSettings } from '../platform/live-settings.js';
import { Metrics } from '../platform/metrics.js';
import { MailRefused, MailTransport } from './mail-transport.js';
import type { ReadyNotice } from './ready-notice.job.js';
import { composeNotice, occasionOf, type Sender } from './ready-notice.mail.js';
import { findNotice, type NoticeContent, recordFailure, recordSent } from './ready-notice.store.js';

/** Sends the notice that a title is ready (contract: #events), outside every transaction: nobody waits for mail. */
@Injectable()
export class NotificationsService implements OnApplicationShutdown {
  private readonly logger = new Logger('Mail');
  /** Notices that the mail server has accepted and that the database has not recorded yet. They are not sent again. */
  private readonly unrecorded = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly transport: MailTransport,
    private readonly settings: LiveSettings,
  ) {}

  /**
   * Sends one notice, after checking that it is still true. It may be sent twice when the process dies between the mail
   * server's 250 and the record of it: then with the same Message-ID.
   * @param signal gives up when it aborts: the process has to end
   * @throws when the mail server does not accept it now, or the database does not record what became of it; the job is
   * retried later, with growing pauses
   */
  async tellReady(notice: ReadyNotice, signal: AbortSignal): Promise<void> {
    const occasion = occasionOf(notice);
    const content = await findNotice(this.database, notice);
    if (content === undefined) {
      this.unrecorded.delete(occasion);
      return;
    }
    if (!this.unrecorded.has(occasion)) {
      const isAccepted = await this.deliver(notice, content, signal);
      if (!isAccepted) return;
      this.unrecorded.add(occasion);
    }
    await recordSent(this.database, notice);
    this.unrecorded.delete(occasion);
  }

  /** @returns false if the mail server has refused the mail permanently, which is recorded */
  private async deliver(notice: ReadyNotice, content: NoticeContent, signal: AbortSignal): Promise<boolean> {
    try {
      await this.transport.deliver(composeNotice(notice, content, this.senderOf(content)), signal);
      this.metrics.mails.inc({ outcome: 'sent' });
      return true;
    } catch (error) {
      if (!(error instanceof MailRefused)) {
        this.metrics.mails.inc({ outcome: 'delayed' });
        throw error;
      }
      this.metrics.mails.inc({ outcome: 'refused' });
      this.logger.warn({ smtpCode: error.smtpCode }, 'Notice permanently refused by the mail server.');
      await recordFailure(this.database, notice, error.smtpCode);
      return false;
    }
  }

  /** The library's own sender, or the service's. A library may have a name or an address for answers alone. */
  private senderOf({ senderAddress, senderName, replyTo }: NoticeContent): Sender {
    return { address: senderAddress ?? this.settings.current.mailFrom, name: senderName, replyTo };
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
