import { Module } from '@nestjs/common';
import { CONFIG } from '../platform/config.module.js';
import { createMailTransport, MailTransport } from './mail-transport.js';
import { NotificationsService } from './notifications.service.js';
import { OutboxService } from './outbox.service.js';

@Module({
  providers: [
    { provide: MailTransport, useFactory: createMailTransport, inject: [CONFIG] },
    NotificationsService,
    OutboxService,
  ],
  exports: [NotificationsService, OutboxService],
})
export class NotificationsModule {}
