import { Module } from '@nestjs/common';
import { WebhooksModule } from '../../events/webhooks/webhooks.module.js';
import { NoticesModule } from '../../notifications/notices.module.js';
import { SettingsController } from './settings-pages.controller.js';
import { SettingsService } from './settings.service.js';

@Module({
  imports: [WebhooksModule, NoticesModule],
  controllers: [SettingsController],
  providers: [SettingsService],
})
export class StaffSettingsModule {}
