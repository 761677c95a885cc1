import { Module } from '@nestjs/common';
import { BrandsModule } from '../brands/brands.module.js';
import { WelcomeController } from './welcome.controller.js';
import { WelcomeService } from './welcome.service.js';

@Module({ imports: [BrandsModule], controllers: [WelcomeController], providers: [WelcomeService] })
export class WelcomeModule {}
