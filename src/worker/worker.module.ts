import { Module } from '@nestjs/common';
import { CirculationModule } from '../circulation/circulation.module.js';
import { PaceReviews } from '../circulation/pace/pace-reviews.service.js';
import { WaitCurvesService } from '../circulation/waits/wait-curves.service.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { EventPublisher } from '../events/publisher.service.js';
import { HoldsMetrics } from './holds.metrics.js';
import { JobsService } from './jobs.service.js';
import { Outboxes } from './outboxes.js';
import { DisabledWebhookMail } from '../webhooks/disabled-mail.js';
import { WebhookDeliveries } from '../webhooks/deliveries.service.js';
import { WorkerService } from './worker.service.js';

@Module({
  imports: [CirculationModule, NotificationsModule],
  providers: [
    HoldsMetrics,
    JobsService,
    PaceReviews,
    WaitCurvesService,
    WorkerService,
    EventPublisher,
    WebhookDeliveries,
    DisabledWebhookMail,
    Outboxes,
  ],
})
export class WorkerModule {}
