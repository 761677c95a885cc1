import { Global, Inject, Module } from '@nestjs/common';
import { BrandsModule } from '../../http/brands/brands.module.js';
import { BrandsService } from '../../http/brands/brands.service.js';
import { ErrorPages } from '../../http/errors/error-pages.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { CONSOLE } from '../addresses/addresses.js';
import { pathPrefix } from '../addresses/sign-in-addresses.js';
import { errorPageContextOf, renderErrorPage } from './error.page.js';
import { LibrariesService } from './libraries.service.js';
import { StylesheetController } from './stylesheet.controller.js';

/** The parts of pages for staff. Global: each subject has its own pages. */
@Global()
@Module({
  imports: [BrandsModule],
  controllers: [StylesheetController],
  providers: [LibrariesService],
  exports: [LibrariesService],
})
export class ConsoleModule {
  constructor(errorPages: ErrorPages, brands: BrandsService, @Inject(CONFIG) { publicUrl }: Config) {
    const prefix = pathPrefix(publicUrl);
    errorPages.add(CONSOLE, (error, request) =>
      renderErrorPage(error, prefix, errorPageContextOf(request, error, brands.at(request))),
    );
  }
}
