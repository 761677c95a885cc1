import { Module } from '@nestjs/common';
import { BouncesService } from './bounces/bounces.service.js';
import { MailMetricsModule } from './sending/mail-metrics.module.js';
import { NoticePreviewsService } from './composing/notice-previews.service.js';

/** The notices that staff see, for processes that send no mail. */
@Module({
  imports: [MailMetricsModule],
  providers: [NoticePreviewsService, BouncesService],
  exports: [NoticePreviewsService, BouncesService],
})
export class NoticesModule {}
