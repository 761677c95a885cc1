import { Injectable, Logger } from '@nestjs/common';
import type { JobHelpers } from 'graphile-worker';
import { JobTask } from '../../platform/jobs/task.decorators.js';
import { NotificationsService } from '../notifications.service.js';
import { HOLD_NOTICE, type Notice } from '../notice-types/notice.js';
import { hasOwnMoment } from '../notice-types/notice-types.js';
import { MailIsPaused, MailPause } from './mail-pause.js';
import { READY_NOTICE, type ReadyNotice } from './ready-notice.job.js';

@Injectable()
export class NoticeTasks {
  private readonly logger = new Logger('Worker');

  constructor(
    private readonly notifications: NotificationsService,
    private readonly mailPause: MailPause,
  ) {}

  @JobTask(READY_NOTICE, { sendsMail: true })
  tellReady(notice: ReadyNotice, { abortSignal }: JobHelpers): Promise<void> {
    return this.tell({ ...notice, occasion: 'ready' }, abortSignal);
  }

  /** After the last attempt the job is deleted. A notice that is listed by itself stays, and can be sent again. */
  @JobTask(HOLD_NOTICE, { sendsMail: true })
  async tellOther(notice: Notice, { abortSignal, job }: JobHelpers): Promise<void> {
    try {
      await this.tell(notice, abortSignal);
    } catch (error) {
      const isLast = job.attempts >= job.max_attempts && !abortSignal.aborted;
      if (!isLast || hasOwnMoment(notice.occasion) || error instanceof MailIsPaused) throw error;
      await this.notifications.giveUp(notice);
    }
  }

  private async tell(notice: Notice, signal: AbortSignal): Promise<void> {
    try {
      await this.mailPause.requireNone();
      await this.notifications.tell(notice, signal);
    } catch (error) {
      this.logger.warn({ err: error }, 'Notice not sent; retrying.');
      throw error;
    }
  }
}
