import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { Database } from '../platform/database/database.js';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { LibrarySettings } from './libraries/library-settings.js';
import { NoCacheInterceptor } from './answers/no-cache.interceptor.js';
import { Addresses } from './answers/addresses.js';
import { OwnTokens } from './authorization/own-tokens.js';
import { StrategyNames } from './authorization/bearer.guard.js';
import { ErrorPages } from './errors/error-pages.js';
import { ErrorFilter } from './errors/error.filter.js';
import { RefusedRequests } from './limits/refused-requests.js';
import { RequestLimits } from './limits/request-limits.js';
import { WrongTokens } from './limits/wrong-tokens.js';
import { RouteTable } from './routes/route-table.js';

/** Reading requests and answering them, for all modules. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    Addresses,
    ErrorPages,
    LibrarySettings,
    RefusedRequests,
    RequestLimits,
    RouteTable,
    StrategyNames,
    WrongTokens,
    {
      provide: OwnTokens,
      useFactory: (database: Database, { tokenKeys }: Config) => new OwnTokens(database, tokenKeys),
      inject: [Database, CONFIG],
    },
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: NoCacheInterceptor },
  ],
  exports: [Addresses, ErrorPages, LibrarySettings, OwnTokens, RequestLimits, StrategyNames, WrongTokens],
})
export class HttpModule {}
