import { Injectable } from '@nestjs/common';
import { EventPublisher } from '../events/publisher.service.js';
import { OutboxService } from '../notifications/sending/outbox.service.js';
import { DisabledWebhookMail } from '../webhooks/disabled-mail.js';
import { WebhookDeliveries } from '../webhooks/deliveries.service.js';

/** What changes have written down to be told later: notices to patrons, and events for other systems. */
@Injectable()
export class Outboxes {
  constructor(
    private readonly notices: OutboxService,
    readonly events: EventPublisher,
    private readonly webhooks: WebhookDeliveries,
    readonly disabledWebhookMail: DisabledWebhookMail,
  ) {}

  start(): void {
    this.notices.start();
    this.events.start();
    this.webhooks.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.notices.stop(), this.events.stop(), this.webhooks.stop()]);
  }
}
