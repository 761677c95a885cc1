import { Module } from '@nestjs/common';
import { CONFIG } from '../platform/settings/config.module.js';
import { CONTENT_KEY, contentKeyOf } from './content-key.js';
import { ContentLinksService } from './content-links.service.js';

@Module({
  providers: [ContentLinksService, { provide: CONTENT_KEY, useFactory: contentKeyOf, inject: [CONFIG] }],
  exports: [ContentLinksService, CONTENT_KEY],
})
export class ContentModule {}
