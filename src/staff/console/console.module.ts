import { Inject, Module } from '@nestjs/common';
import { ErrorPages } from '../../http/errors/error-pages.js';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { StaffModule } from '../staff.module.js';
import { OperatorModule } from '../operator.module.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { pathPrefix } from '../sign-in/console-addresses.js';
import { ConsoleActionsController } from '../actions/actions-pages.controller.js';
import { ConsoleAccountsController } from '../accounts/accounts-pages.controller.js';
import { AccountController } from '../accounts/own-account-pages.controller.js';
import { CONSOLE } from './addresses.js';
import { ChartsController } from '../charts/charts-pages.controller.js';
import { renderErrorPage, errorPageContextOf } from './error.page.js';
import { QueuePagesController } from '../queues/queue-pages.controller.js';
import { QueuePagesService } from '../queues/queue-pages.service.js';
import { ConsoleImportsController } from '../imports/imports-pages.controller.js';
import { ConsoleMailController, PreviewsController } from '../mail/mail-pages.controller.js';
import { WhatIfController } from '../what-if/what-if-pages.controller.js';
import { WhatIfService } from '../what-if/what-if.service.js';
import { SearchController } from '../search/search-pages.controller.js';
import { ConsoleSearchService } from '../search/search.service.js';
import { SettingsController } from '../settings/settings-pages.controller.js';
import { SettingsService } from '../settings/settings.service.js';
import { StylesheetController } from './stylesheet.controller.js';
import { ToBuyController } from '../to-buy/to-buy-pages.controller.js';
import { ToBuyService } from '../to-buy/to-buy.service.js';
import { TodayController } from '../today/today-pages.controller.js';
import { TodayService } from '../today/today.service.js';
import { WorkService } from '../today/work.service.js';

/** Pages for staff, in a browser. The application loads them with the operators' endpoints. */
@Module({
  imports: [OperatorModule, StaffModule, CatalogModule],
  controllers: [
    StylesheetController,
    TodayController,
    SearchController,
    AccountController,
    QueuePagesController,
    ToBuyController,
    WhatIfController,
    ChartsController,
    ConsoleMailController,
    ConsoleImportsController,
    PreviewsController,
    ConsoleActionsController,
    ConsoleAccountsController,
    SettingsController,
  ],
  providers: [
    TodayService,
    WorkService,
    ConsoleSearchService,
    QueuePagesService,
    ToBuyService,
    WhatIfService,
    SettingsService,
  ],
})
export class ConsoleModule {
  constructor(errorPages: ErrorPages, @Inject(CONFIG) { publicUrl }: Config) {
    const prefix = pathPrefix(publicUrl);
    errorPages.add(CONSOLE, (error, request) =>
      renderErrorPage(error, prefix, errorPageContextOf(request, error)),
    );
  }
}
