import { Module } from '@nestjs/common';
import { SecretSeal } from './secret-seal.js';
import { WebhooksService } from './webhooks.service.js';

/** Receivers of libraries' events. */
@Module({ providers: [SecretSeal, WebhooksService], exports: [SecretSeal, WebhooksService] })
export class WebhooksModule {}
