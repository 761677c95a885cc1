import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PatronKey } from '../../domain/patron.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { inSpan } from '../../platform/observability/tracing.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { withServiceLinks } from '../composing/service-links.js';
import { type DueNotice, findNotices } from '../notice-types/notice-content.store.js';
import type { Notice } from '../notice-types/notice.js';
import { recordSent } from '../sending/sent-notice.store.js';
import { composePush, isUrgent, secondsToKeep } from './notice.push.js';
import { type PushSender, PushSenders } from './push-senders.service.js';
import { type PushMessage, type PushOutcome, PushServices } from './push-services.js';
import * as store from './push-subscriptions.store.js';

/** A push service did not take the message this time. The reason of a failure is stored: it names nobody. */
export class PushDelayed extends Error {
  constructor() {
    super('The push message could not be passed on now.');
    this.name = 'PushDelayed';
  }
}

/** Sends notices as push messages to all browsers of a patron that take them, outside every transaction. */
@Injectable()
export class PushNotices {
  private readonly logger = new Logger('Push');

  constructor(
    private readonly database: Database,
    private readonly services: PushServices,
    private readonly senders: PushSenders,
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sends notices to one patron in one message to each browser, after checking that they are still true. A browser that has got the message gets it
   * no more; if the process dies before that is recorded, it comes again and replaces the first.
   * @param notices of one library; not empty
   * @param messageId the same for all attempts
   * @throws PushDelayed if some browser is to get it another time
   */
  async tell(notices: readonly Notice[], messageId: string, signal: AbortSignal): Promise<void> {
    const [{ websiteId }] = notices as readonly [Notice];
    const due = await findNotices(this.database, notices);
    let isDelayed = false;
    // A hold may be another patron's by now.
    for (const [patronId, own] of Map.groupBy(due, ({ content }) => content.patronId)) {
      if (patronId === null) continue;
      const outcomes = await this.send({ websiteId, patronId }, own, messageId, signal);
      isDelayed ||= outcomes.some(({ is }) => is === 'delayed');
    }
    if (isDelayed) throw new PushDelayed();
    const isDue = new Set(due.map(({ notice }) => notice));
    // What is told of an ended hold is stored until it is told, or is no longer true.
    const over = notices.filter((notice) => isDue.has(notice) || notice.occasion === 'ended');
    await recordSent(this.database, websiteId, over);
  }

  private async send(
    patron: PatronKey,
    notices: readonly DueNotice[],
    messageId: string,
    signal: AbortSignal,
  ): Promise<readonly PushOutcome[]> {
    const receivers = await store.findReceivers(this.database, patron, messageId);
    if (receivers.length === 0) {
      await store.noteIfNone(this.database, patron);
      return [];
    }
    const [{ notice, content }] = notices as readonly [DueNotice];
    const library = withServiceLinks(content.library, patron.websiteId, this.config);
    const sender = await this.senders.senderOf(library);
    const message: PushMessage = {
      text: composePush(notices, library),
      about: notices.length > 1 ? messageId : [notice.reserveId, notice.ticket].join(' '),
      seconds: secondsToKeep(notices, await readServiceTime(this.database)),
      isUrgent: isUrgent(notices),
    };
    const sendings: Promise<PushOutcome>[] = [];
    for (const receiver of receivers) {
      sendings.push(this.sendTo(receiver, messageId, message, sender, signal));
      // Encrypting takes a millisecond or two, and others wait meanwhile.
      await nextTurn();
    }
    return Promise.all(sendings);
  }

  private async sendTo(
    receiver: store.StoredReceiver,
    messageId: string,
    message: PushMessage,
    sender: PushSender,
    signal: AbortSignal,
  ): Promise<PushOutcome> {
    const outcome: PushOutcome = receiver.isPaused
      ? { is: 'delayed', seconds: 0 }
      : await inSpan({ name: 'push', kind: 'mail' }, () =>
          this.services.post(receiver, message, sender, signal),
        );
    this.metrics.pushes.inc({ outcome: outcome.is });
    if (outcome.is === 'sent') await store.recordPushed(this.database, receiver, messageId, null);
    if (outcome.is === 'ended') await store.endReceiver(this.database, receiver);
    if (outcome.is === 'delayed' && outcome.seconds > 0)
      await store.pauseReceiver(this.database, receiver, outcome.seconds);
    if (outcome.is === 'refused') {
      this.logger.warn({ status: outcome.status }, 'Push message refused by the push service.');
      await store.recordPushed(this.database, receiver, messageId, outcome.status);
    }
    return outcome;
  }
}
