import { Module } from '@nestjs/common';
import { WebhooksService } from './webhooks.service.js';

/** Receivers of libraries' events. */
@Module({ providers: [WebhooksService], exports: [WebhooksService] })
export class WebhooksModule {}
