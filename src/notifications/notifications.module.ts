import { Module } from '@nestjs/common';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { LiveSettings } from '../platform/settings/live-settings.js';
import { Channels } from './sending/channels.service.js';
import { CurrentMailTransport } from './sending/current-mail-transport.js';
import { MailMetricsModule } from './sending/mail-metrics.module.js';
import { MailPause } from './sending/mail-pause.js';
import { MailTransport } from './sending/mail-transport.js';
import { NotificationsService } from './notifications.service.js';
import { NoticeTasks } from './sending/notice.tasks.js';
import { OutboxService } from './sending/outbox.service.js';
import { PushKeySecret } from './push/push-key.task.js';
import { PushModule } from './push/push.module.js';
import { PushNotices } from './push/push-notices.service.js';
import { PushSenders } from './push/push-senders.service.js';
import { PushServices } from './push/push-services.js';
import { TextSecrets } from './texts/text-secrets.task.js';
import { TextsModule } from './texts/texts.module.js';
import { SecretSeal } from '../platform/secret-seal.js';
import { RemindersService } from './notice-types/reminders.service.js';

@Module({
  imports: [MailMetricsModule, PushModule, TextsModule],
  providers: [
    {
      provide: MailTransport,
      useFactory: (settings: LiveSettings, config: Config) => new CurrentMailTransport(settings, config),
      inject: [LiveSettings, CONFIG],
    },
    Channels,
    NotificationsService,
    MailPause,
    NoticeTasks,
    OutboxService,
    PushKeySecret,
    PushNotices,
    PushSenders,
    PushServices,
    RemindersService,
    SecretSeal,
    TextSecrets,
  ],
  exports: [NotificationsService, MailPause, OutboxService],
})
export class NotificationsModule {}
