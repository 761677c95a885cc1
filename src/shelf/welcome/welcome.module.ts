import { Module } from '@nestjs/common';
import { BrandsModule } from '../../http/brands/brands.module.js';
import { ErrorPages } from '../../http/errors/error-pages.js';
import { WelcomeController } from './welcome.controller.js';
import { WelcomeService } from './welcome.service.js';

@Module({ imports: [BrandsModule], controllers: [WelcomeController], providers: [WelcomeService] })
export class WelcomeModule {
  constructor(errorPages: ErrorPages, welcome: WelcomeService) {
    errorPages.addElsewhere((error, request) => welcome.errorPage(error, request));
  }
}
