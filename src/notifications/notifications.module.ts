import { Module } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { LiveSettings } from '../platform/live-settings.js';
import { CurrentMailTransport } from './current-mail-transport.js';
import { MailMetricsModule } from './mail-metrics.module.js';
import { MailPause } from './mail-pause.js';
import { MailTransport } from './mail-transport.js';
import { NotificationsService } from './notifications.service.js';
import { OutboxService } from './outbox.service.js';
import { RemindersService } from './reminders.service.js';

@Module({
  imports: [MailMetricsModule],
  providers: [
    {
      provide: MailTransport,
      useFactory: (settings: LiveSettings, config: Config) => new CurrentMailTransport(settings, config),
      inject: [LiveSettings, CONFIG],
    },
    NotificationsService,
    MailPause,
    OutboxService,
    RemindersService,
  ],
  exports: [NotificationsService, MailPause, OutboxService],
})
export class NotificationsModule {}
