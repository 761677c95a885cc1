import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { Addresses } from './addresses.js';
import { ErrorFilter } from './error.filter.js';
import { RequestLimits } from './limits/request-limits.js';
import { NoCacheInterceptor } from './no-cache.interceptor.js';
import { RouteTable } from './route-table.js';

/** The edge that all modules share. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    Addresses,
    RequestLimits,
    RouteTable,
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: NoCacheInterceptor },
  ],
  exports: [Addresses, RequestLimits],
})
export class HttpModule {}
