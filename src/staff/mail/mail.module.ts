import { Module } from '@nestjs/common';
import { CirculationModule } from '../../circulation/circulation.module.js';
import { NoticesModule } from '../../notifications/notices.module.js';
import { ConsoleMailController, PreviewsController } from './mail-pages.controller.js';
import { BouncesController, MailController, NoticeController, NoticesController } from './mail.controller.js';
import { MailService } from './mail.service.js';

@Module({
  imports: [CirculationModule, NoticesModule],
  controllers: [
    MailController,
    NoticeController,
    NoticesController,
    BouncesController,
    ConsoleMailController,
    PreviewsController,
  ],
  providers: [MailService],
})
export class StaffMailModule {}
