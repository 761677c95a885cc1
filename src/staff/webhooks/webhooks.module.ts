import { Module } from '@nestjs/common';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';
import { WebhooksModule } from '../../events/webhooks/webhooks.module.js';

/** Where a library wants to be told what happens. */
@Module({
  imports: [WebhooksModule],
  controllers: [WebhooksController],
  providers: [WebhooksService],
})
export class StaffWebhooksModule {}
