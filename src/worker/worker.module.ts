import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CirculationModule } from '../circulation/circulation.module.js';
import { PaceReviews } from '../circulation/pace/pace-reviews.service.js';
import { ForecastThread } from '../waits/forecast-thread.js';
import { WaitsObserver } from '../waits/observer.service.js';
import { WaitCurvesService } from '../waits/wait-curves.service.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { EventsMetrics } from '../events/events.metrics.js';
import { EventPublisher } from '../events/publisher.service.js';
import { DeclaredTasks } from './declared-tasks.js';
import { HoldsMetrics } from './holds.metrics.js';
import { JobsService } from './jobs.service.js';
import { Outboxes } from './outboxes.js';
import { DisabledWebhookMail } from '../events/webhooks/disabled-mail.js';
import { WebhookDeliveries } from '../events/webhooks/deliveries.service.js';
import { WebhooksModule } from '../events/webhooks/webhooks.module.js';
import { WebhookSecrets } from '../events/webhooks/secrets.task.js';
import { WorkerService } from './worker.service.js';

@Module({
  imports: [DiscoveryModule, CirculationModule, NotificationsModule, WebhooksModule],
  providers: [
    DeclaredTasks,
    HoldsMetrics,
    JobsService,
    PaceReviews,
    ForecastThread,
    WaitCurvesService,
    WaitsObserver,
    WorkerService,
    EventPublisher,
    EventsMetrics,
    WebhookDeliveries,
    WebhookSecrets,
    DisabledWebhookMail,
    Outboxes,
  ],
})
export class WorkerModule {
  /** @param tasks providers whose periodic tasks and jobs run, too */
  static with(tasks: Type[]): DynamicModule {
    return { module: WorkerModule, providers: tasks };
  }
}
