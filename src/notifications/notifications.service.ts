import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics.js';
import { MailRefused, MailTransport } from './mail-transport.js';
import type { ReadyNotice } from './ready-notice.job.js';
import { composeNotice } from './ready-notice.mail.js';
import { findNotice, recordFailure } from './ready-notice.store.js';

/** Sends the notice that a title is ready (contract: #events), outside every transaction: nobody waits for mail. */
@Injectable()
export class NotificationsService implements OnApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly domain: string;

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly transport: MailTransport,
    @Inject(CONFIG) config: Config,
  ) {
    this.domain = config.mailFrom.split('@').at(-1) ?? 'localhost';
  }

  /**
   * Sends one notice, after checking that it is still true. It may be sent twice when the process dies between the mail
   * server's 250 and the end of the job: then with the same Message-ID.
   * @param signal gives up when it aborts: the process has to end
   * @throws when the mail server does not accept it now; the job is retried later, with growing pauses
   */
  async tellReady(notice: ReadyNotice, signal: AbortSignal): Promise<void> {
    const content = await findNotice(this.database, notice);
    if (content === undefined) return;
    try {
      await this.transport.deliver(composeNotice(notice, content, this.domain), signal);
      this.metrics.mails.inc({ outcome: 'sent' });
    } catch (error) {
      if (!(error instanceof MailRefused)) {
        this.metrics.mails.inc({ outcome: 'delayed' });
        throw error;
      }
      this.metrics.mails.inc({ outcome: 'refused' });
      this.logger.warn({ smtpCode: error.smtpCode }, 'Notice permanently refused by the mail server.');
      await recordFailure(this.database, notice, error.smtpCode);
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
