import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Task, TaskList } from 'graphile-worker';
import { purgeAttempts, purgeFailedSignIns } from '../access/sign-in/sign-in-attempts.store.js';
import { purgeExpiredTokens } from '../access/tokens/tokens.store.js';
import { countPopularity } from '../circulation/popularity.store.js';
import { purgeBookmarks } from '../catalog/harvest/bookmarks.store.js';
import { purgeWithdrawnTitles } from '../catalog/harvest/withdrawn-titles.store.js';
import { purgeHandOvers } from '../circulation/hold-trace.store.js';
import { purgeDays, sampleLibraries } from '../circulation/library-days.store.js';
import { TimersService } from '../circulation/timers/timers.service.js';
import { purgeAnswers } from '../idempotency/idempotency.store.js';
import { MailIsPaused, MailPause } from '../notifications/sending/mail-pause.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { purgeEndedNotices, purgeSentNotices } from '../notifications/sending/sent-notice.store.js';
import { HOLD_NOTICE, type Notice } from '../notifications/occasions/notice.js';
import { hasOwnMoment } from '../notifications/occasions/occasions.js';
import { READY_NOTICE, type ReadyNotice } from '../notifications/sending/ready-notice.job.js';
import { CLOCK_MOVED } from '../platform/database/clock.store.js';
import { purgeEvents, purgeObservations } from '../events/publisher.store.js';
import { inSpan } from '../platform/observability/tracing.js';
import { purgeImportRuns } from '../records/engine/import-runs.store.js';
import { purgeActions } from '../staff/actions/action-log.store.js';
import { purgeSessions } from '../staff/sign-in/principals.store.js';
import { purgeAttempts as purgeWebhookAttempts } from '../webhooks/attempts.store.js';
import { WEBHOOK_DISABLED } from '../webhooks/deliveries.store.js';
import type { WebhookDisabled } from '../webhooks/disabled-mail.js';
import { JobsService } from './jobs.service.js';
import { Outboxes } from './outboxes.js';

/** Runs timers and mail in the background, in processes whose `ROLE` is `all` or `worker`. */
@Injectable()
export class WorkerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Worker');

  constructor(
    private readonly timers: TimersService,
    private readonly jobs: JobsService,
    private readonly notifications: NotificationsService,
    private readonly mailPause: MailPause,
    private readonly outboxes: Outboxes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    // First what can fail: a start that failed must leave nothing running.
    await this.mailPause.prepare();
    await this.jobs.start(() => this.tasks());
    this.mailPause.watch(() => void this.jobs.renew());
    this.outboxes.start();
    this.timers.start({
      'expired-tokens': purgeExpiredTokens,
      'pin-attempts': purgeAttempts,
      'failed-sign-ins': purgeFailedSignIns,
      answers: purgeAnswers,
      bookmarks: purgeBookmarks,
      'withdrawn-titles': purgeWithdrawnTitles,
      'import-runs': purgeImportRuns,
      'hand-overs': purgeHandOvers,
      sessions: purgeSessions,
      actions: purgeActions,
      'ended-notices': purgeEndedNotices,
      'sent-notices': purgeSentNotices,
      'old-library-days': purgeDays,
      'library-days': sampleLibraries,
      popularity: countPopularity(),
      'old-events': purgeEvents,
      'order-of-events': this.outboxes.events.shuffle,
      'webhook-attempts': purgeWebhookAttempts,
      'old-observations': purgeObservations,
    });
  }

  /** While mail is paused, the jobs of notices stay where they are. */
  private tasks(): TaskList {
    return {
      ...(!this.mailPause.isOn && {
        [READY_NOTICE]: this.tellReady,
        [HOLD_NOTICE]: this.tellOther,
        [WEBHOOK_DISABLED]: this.tellStaff,
      }),
      [CLOCK_MOVED]: this.wakeTimers,
    };
  }

  private readonly tellReady: Task = (payload, { abortSignal }) =>
    inSpan({ name: `job ${READY_NOTICE}`, kind: 'job' }, () =>
      this.tell({ ...(payload as ReadyNotice), occasion: 'ready' }, abortSignal),
    );

  /** After the last attempt nothing is left of the job, unless the notice is listed by itself: then it can be sent again. */
  private readonly tellOther: Task = (payload, { abortSignal, job }) =>
    inSpan({ name: `job ${HOLD_NOTICE}`, kind: 'job' }, async () => {
      const notice = payload as Notice;
      try {
        await this.tell(notice, abortSignal);
      } catch (error) {
        const isLast = job.attempts >= job.max_attempts && !abortSignal.aborted;
        if (!isLast || hasOwnMoment(notice.occasion) || error instanceof MailIsPaused) throw error;
        await this.notifications.giveUp(notice);
      }
    });

  private async tell(notice: Notice, signal: AbortSignal): Promise<void> {
    try {
      await this.mailPause.requireNone();
      await this.notifications.tell(notice, signal);
    } catch (error) {
      this.logger.warn({ err: error }, 'Notice not sent; retrying.');
      throw error;
    }
  }

  private readonly tellStaff: Task = (payload, { abortSignal }) =>
    inSpan({ name: `job ${WEBHOOK_DISABLED}`, kind: 'job' }, async () => {
      await this.mailPause.requireNone();
      await this.outboxes.disabledWebhookMail.send(payload as WebhookDisabled, abortSignal);
    });

  private readonly wakeTimers: Task = () => {
    this.timers.wake();
  };

  /** Runs before the database closes, so that jobs and timers can finish their current work. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.timers, this.outboxes, this.jobs, this.mailPause].map((part) => part.stop()));
  }
}
