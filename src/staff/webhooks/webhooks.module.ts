import { Module } from '@nestjs/common';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';
import { WebhooksModule } from '../../events/webhooks/webhooks.module.js';

@Module({
  imports: [WebhooksModule],
  controllers: [WebhooksController],
  providers: [WebhooksService],
})
export class StaffWebhooksModule {}
