import { Global, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { LibrarySettings } from '../platform/settings/library-settings.js';
import { Addresses } from './answers/addresses.js';
import { ErrorPages } from './errors/error-pages.js';
import { ErrorFilter } from './errors/error.filter.js';
import { RefusedRequests } from './limits/refused-requests.js';
import { RequestLimits } from './limits/request-limits.js';
import { WrongTokens } from './limits/wrong-tokens.js';
import { CacheableInterceptor } from './server/base-headers.js';
import { RouteTable } from './routes/route-table.js';
import { requirePlainHttp } from './server/broken-requests.js';

/** What all modules share to read requests and to answer them. */
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
    WrongTokens,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: CacheableInterceptor },
  ],
  exports: [Addresses, ErrorPages, LibrarySettings, RequestLimits, WrongTokens],
})
export class HttpModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(requirePlainHttp).forRoutes('/');
  }
}
