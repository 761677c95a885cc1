import { Module } from '@nestjs/common';
import { NoticePreviewsService } from './notice-previews.service.js';

/** What staff need of notices, in processes that send no mail. */
@Module({
  providers: [NoticePreviewsService],
  exports: [NoticePreviewsService],
})
export class NoticesModule {}
