import { Module } from '@nestjs/common';
import { ContentModule } from './content.module.js';
import { ContentPageController } from './content-page.controller.js';
import { ContentPageService } from './content-page.service.js';

/** The built-in page that replaces a content server. */
@Module({
  imports: [ContentModule],
  controllers: [ContentPageController],
  providers: [ContentPageService],
})
export class ContentPageModule {}
