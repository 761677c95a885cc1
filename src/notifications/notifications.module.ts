import { Module } from '@nestjs/common';
import { CONFIG } from '../platform/config.module.js';
import { createMailTransport, MailTransport } from './mail-transport.js';
import { MailPause } from './mail-pause.js';
import { NotificationsService } from './notifications.service.js';

@Module({
  providers: [
    { provide: MailTransport, useFactory: createMailTransport, inject: [CONFIG] },
    NotificationsService,
    MailPause,
  ],
  exports: [NotificationsService, MailPause],
})
export class NotificationsModule {}
