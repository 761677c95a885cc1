import { Module } from '@nestjs/common';
import { CoversController } from './covers.controller.js';
import { CoversService } from './covers.service.js';

@Module({ controllers: [CoversController], providers: [CoversService] })
export class CoversModule {}
