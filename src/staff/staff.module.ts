import { Global, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ConsoleSessions } from './sign-in/console-sessions.middleware.js';
import { ProviderSignIn } from './sign-in/provider-sign-in.js';
import { StaffSessions } from './sign-in/staff-sessions.js';
import { LibraryAccounts } from './accounts/library-accounts.service.js';
import { OwnAccount } from './accounts/own-account.service.js';
import { Frames } from './console/frames.js';
import { LibrariesService } from './console/libraries.service.js';
import { StaffRoutes } from './permissions/staff-routes.js';
import { SignInController } from './sign-in/sign-in-pages.controller.js';
import { StaffSignIn } from './sign-in/sign-in.service.js';

/** Staff accounts, their sessions, the pages to sign in, and who may do what. Global, because `@Allow` uses it in every module. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [SignInController],
  providers: [
    LibrariesService,
    Frames,
    StaffRoutes,
    StaffSessions,
    StaffSignIn,
    ProviderSignIn,
    OwnAccount,
    LibraryAccounts,
  ],
  exports: [
    LibrariesService,
    Frames,
    StaffSessions,
    StaffSignIn,
    ProviderSignIn,
    OwnAccount,
    LibraryAccounts,
  ],
})
export class StaffModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(ConsoleSessions).forRoutes('/console{/*path}');
  }
}
