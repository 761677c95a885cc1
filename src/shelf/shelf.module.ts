import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { BrandsModule } from '../http/brands/brands.module.js';
import { ErrorPages } from '../http/errors/error-pages.js';
import { ClockService } from '../sandbox/clock.service.js';
import { ShelfController } from './shelf.controller.js';
import { ShelfSandboxController } from './shelf-sandbox.controller.js';
import { ShelfClockService } from './shelf-clock.service.js';
import { ShelfService } from './shelf.service.js';
import { ShelfSignInService } from './shelf-sign-in.service.js';
import { WrittenMailsService } from './written-mails.service.js';

/** Loaded only when `SHELF` is true. */
@Module({
  imports: [AccessModule, BrandsModule],
  controllers: [ShelfController],
  providers: [ShelfService, ShelfSignInService],
})
export class ShelfModule {
  constructor(errorPages: ErrorPages, shelf: ShelfService) {
    errorPages.addForBrowsers('/shelf', (error, request) => shelf.errorPage(error, request));
  }
}

/** Loaded beside the shelf in a sandbox that only its own machine can reach. */
@Module({
  controllers: [ShelfSandboxController],
  providers: [ClockService, ShelfClockService, WrittenMailsService],
})
export class ShelfSandboxModule {}
