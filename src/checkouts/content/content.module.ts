import { Module } from '@nestjs/common';
import { ErrorPages } from '../../http/errors/error-pages.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { CONTENT_KEY, contentKeyOf } from './content-key.js';
import { ContentLinksService } from './content-links.service.js';
import { contentErrorPage } from './html-page.js';

@Module({
  providers: [ContentLinksService, { provide: CONTENT_KEY, useFactory: contentKeyOf, inject: [CONFIG] }],
  exports: [ContentLinksService, CONTENT_KEY],
})
export class ContentModule {
  constructor(errorPages: ErrorPages) {
    errorPages.addForBrowsers('/content', contentErrorPage);
  }
}
