import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { claimBounce, findSentNotice } from './bounces.store.js';
import type { Bounce } from './delivery-report.js';
import { noticeTypeOf } from '../notice-types/notice.js';
import { recordFailure } from '../sending/sent-notice.store.js';

/** Records notices that never arrived although a mail server had accepted them (decision 12). */
@Injectable()
export class BouncesService {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Marks the notice as refused, once per report. An unknown Message-ID changes nothing: it may belong to another service with the same sender, or to
   * a hold that ended long ago.
   * @param libraries whose notices may be marked; undefined: all
   */
  async record({ messageId, smtpCode }: Bounce, libraries?: readonly number[]): Promise<void> {
    const noticeType = noticeTypeOf(messageId);
    if (noticeType === undefined) return;
    const sent = await findSentNotice(this.database, messageId);
    if (sent === undefined || libraries?.includes(sent.websiteId) === false) return;
    const isFirst = await this.database.transaction(async (connection) => {
      if (!(await claimBounce(connection, sent.websiteId, messageId))) return false;
      await recordFailure(connection, { ...sent, occasion: noticeType }, smtpCode);
      return true;
    });
    if (!isFirst) return;
    this.metrics.mails.inc({ outcome: 'bounced' });
    this.logger.warn({ smtpCode }, 'Notice bounced.');
  }
}
