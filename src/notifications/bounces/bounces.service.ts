import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { claimBounce, findSentNotices, type SentNotice } from './bounces.store.js';
import type { Bounce } from './delivery-report.js';
import { isOfSeveral, namedIn } from '../notice-types/notice.js';
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
   * Marks the notices of the mail as refused, once per report. An unknown Message-ID changes nothing: it may belong to another service with the same
   * sender, or to a hold that ended long ago.
   * @param libraries whose notices may be marked; undefined: all
   */
  async record({ messageId, smtpCode }: Bounce, libraries?: readonly number[]): Promise<void> {
    if (namedIn(messageId) === undefined && !isOfSeveral(messageId)) return;
    const sent = await findSentNotices(this.database, messageId);
    const marked = sent.filter(({ websiteId }) => libraries?.includes(websiteId) !== false);
    const first = await Promise.all(marked.map((notice) => this.mark(notice, smtpCode)));
    if (!first.includes(true)) return;
    const isText = marked[0] !== undefined && namedIn(marked[0].messageId)?.channel === 'text';
    (isText ? this.metrics.texts : this.metrics.mails).inc({ outcome: 'bounced' });
    this.logger.warn({ smtpCode }, 'Notice bounced.');
  }

  /** @returns false if another report of the same bounce came first */
  private async mark(notice: SentNotice, smtpCode: number): Promise<boolean> {
    const { websiteId, messageId } = notice;
    const named = namedIn(messageId);
    if (named === undefined) return false;
    return this.database.transaction(async (connection) => {
      if (!(await claimBounce(connection, websiteId, messageId))) return false;
      await recordFailure(connection, { ...notice, ...named }, smtpCode);
      return true;
    });
  }
}
