import { Module } from '@nestjs/common';
import { WebhooksModule } from '../../events/webhooks/webhooks.module.js';
import { NoticesModule } from '../../notifications/notices.module.js';
import { SettingsController, SettingsLookController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

@Module({
  imports: [WebhooksModule, NoticesModule],
  controllers: [SettingsController, SettingsLookController],
  providers: [SettingsService],
})
export class StaffSettingsModule {}
