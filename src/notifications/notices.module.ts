import { Module } from '@nestjs/common';
import { BouncesService } from './bounces.service.js';
import { MailMetricsModule } from './mail-metrics.module.js';
import { NoticePreviewsService } from './notice-previews.service.js';

/** What staff need of notices, in processes that send no mail. */
@Module({
  imports: [MailMetricsModule],
  providers: [NoticePreviewsService, BouncesService],
  exports: [NoticePreviewsService, BouncesService],
})
export class NoticesModule {}
