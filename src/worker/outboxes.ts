import { Injectable } from '@nestjs/common';
import { PaceReviews } from '../circulation/pace/pace-reviews.service.js';
import { EventPublisher } from '../events/publisher.service.js';
import { OutboxService } from '../notifications/sending/outbox.service.js';
import { WebhookDeliveries } from '../events/webhooks/deliveries.service.js';

/** Writes and processes deferred work: notices to patrons, events for other systems, and holds to be looked at again. */
@Injectable()
export class Outboxes {
  constructor(
    private readonly notices: OutboxService,
    private readonly events: EventPublisher,
    private readonly webhooks: WebhookDeliveries,
    private readonly paceReviews: PaceReviews,
  ) {}

  start(): void {
    this.notices.start();
    this.events.start();
    this.webhooks.start();
    this.paceReviews.start();
  }

  async stop(): Promise<void> {
    const { notices, events, webhooks, paceReviews } = this;
    await Promise.all([notices, events, webhooks, paceReviews].map((part) => part.stop()));
  }
}
