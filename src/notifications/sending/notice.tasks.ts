import { Injectable, Logger } from '@nestjs/common';
import type { JobHelpers } from 'graphile-worker';
import { JobTask } from '../../platform/jobs/task.decorators.js';
import { NotificationsService } from '../notifications.service.js';
import {
  HOLD_NOTICE,
  HOLD_NOTICES,
  type Notice,
  PUSH_NOTICES,
  type SeveralNotices,
  TEXT_NOTICES,
} from '../notice-types/notice.js';
import { PushNotices } from '../push/push-notices.service.js';
import { hasOwnMoment } from '../notice-types/notice-types.js';
import { MailIsPaused, MailPause } from './mail-pause.js';
import { READY_NOTICE, type ReadyNotice } from './ready-notice.job.js';

@Injectable()
export class NoticeTasks {
  private readonly logger = new Logger('Worker');

  constructor(
    private readonly notifications: NotificationsService,
    private readonly push: PushNotices,
    private readonly mailPause: MailPause,
  ) {}

  @JobTask(READY_NOTICE, { sendsMail: true })
  tellReady(notice: ReadyNotice, { abortSignal }: JobHelpers): Promise<void> {
    return this.tell([typed(notice)], undefined, abortSignal);
  }

  @JobTask(HOLD_NOTICE, { sendsMail: true })
  tellOther(notice: Notice, helpers: JobHelpers): Promise<void> {
    return this.tellAll([notice], undefined, helpers);
  }

  @JobTask(HOLD_NOTICES, { sendsMail: true })
  tellSeveral({ mailId, notices }: SeveralNotices, helpers: JobHelpers): Promise<void> {
    return this.tellAll(notices.map(typed), mailId, helpers);
  }

  @JobTask(TEXT_NOTICES, { sendsMail: true })
  tellByText({ mailId, notices }: SeveralNotices, helpers: JobHelpers): Promise<void> {
    return this.tellAll(notices.map(typed), mailId, helpers);
  }

  @JobTask(PUSH_NOTICES, { sendsMail: true })
  tellByPush({ mailId, notices }: SeveralNotices, helpers: JobHelpers): Promise<void> {
    return this.tellAll(notices.map(typed), mailId, helpers);
  }

  /** After the last attempt the job is deleted. A notice that is listed by itself stays, and can be sent again. */
  private async tellAll(
    notices: readonly Notice[],
    mailId: string | undefined,
    { abortSignal, job }: JobHelpers,
  ): Promise<void> {
    try {
      await this.tell(notices, mailId, abortSignal);
    } catch (error) {
      const isLast = job.attempts >= job.max_attempts && !abortSignal.aborted;
      if (!isLast || error instanceof MailIsPaused) throw error;
      for (const notice of notices) if (!isListed(notice)) await this.notifications.giveUp(notice);
      if (notices.some(isListed)) throw error;
    }
  }

  private async tell(
    notices: readonly Notice[],
    mailId: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await this.mailPause.requireNone();
      if (mailId !== undefined && notices[0]?.channel === 'push')
        await this.push.tell(notices, mailId, signal);
      else await this.notifications.tell(notices, mailId, signal);
    } catch (error) {
      this.logger.warn({ err: error }, 'Notice not sent; retrying.');
      throw error;
    }
  }
}

/** Jobs of ready holds name no type. */
function typed(notice: ReadyNotice & Partial<Notice>): Notice {
  return { occasion: 'ready', ...notice };
}

function isListed({ occasion: noticeType, channel }: Notice): boolean {
  return channel !== 'push' && (noticeType === 'ready' || hasOwnMoment(noticeType));
}
