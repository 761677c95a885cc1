import { Global, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { StaffRoutes } from '../permissions/staff-routes.js';
import { ConsoleSessions } from './console-sessions.middleware.js';
import { ProviderSignIn } from './provider-sign-in.js';
import { SignInController } from './sign-in-pages.controller.js';
import { StaffSignIn } from './sign-in.service.js';
import { StaffSessions } from './staff-sessions.js';

/** Signing in of staff. Global: accounts change sessions, and every module uses `@Allow`. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [SignInController],
  providers: [StaffRoutes, StaffSessions, StaffSignIn, ProviderSignIn],
  exports: [StaffSessions, StaffSignIn, ProviderSignIn],
})
export class StaffSignInModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(ConsoleSessions).forRoutes('/console{/*path}');
  }
}
