import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/metrics.js';
import { createMailTransport, MailRefused, type MailTransport } from './mail-transport.js';
import type { ReadyNotice } from './ready-notice.job.js';
import { composeNotice } from './ready-notice.mail.js';
import { findNotice, recordFailure } from './ready-notice.store.js';

/** Tells patrons that a title is theirs now (contract, Events). Outside every transaction: nobody waits for mail. */
@Injectable()
export class NotificationsService implements OnApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly postman: MailTransport;
  private readonly domain: string;

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    @Inject(CONFIG) config: Config,
  ) {
    this.postman = createMailTransport(config);
    this.domain = config.mailFrom.split('@').at(-1) ?? 'localhost';
  }

  /**
   * Sends one notice, after looking again whether it is still true. It may be sent twice when the process dies between
   * the server's 250 and the job's end: then with the same Message-ID.
   * @param signal gives up when it aborts: the process has to end
   * @throws when the mail server cannot take it now; the job is then tried again later, with growing pauses
   */
  async tellReady(notice: ReadyNotice, signal: AbortSignal): Promise<void> {
    const content = await findNotice(this.database, notice);
    if (content === undefined) return;
    try {
      await this.postman.deliver(composeNotice(notice, content, this.domain), signal);
      this.metrics.mails.inc({ outcome: 'sent' });
    } catch (error) {
      if (!(error instanceof MailRefused)) {
        this.metrics.mails.inc({ outcome: 'delayed' });
        throw error;
      }
      this.metrics.mails.inc({ outcome: 'refused' });
      this.logger.warn({ smtpCode: error.smtpCode }, 'A notice was refused for good.');
      await recordFailure(this.database, notice, error.smtpCode);
    }
  }

  onApplicationShutdown(): void {
    this.postman.close();
  }
}
