import { Module } from '@nestjs/common';
import { PatronsController } from './patrons.controller.js';
import { PatronsService } from './patrons.service.js';

@Module({ controllers: [PatronsController], providers: [PatronsService] })
export class PatronsModule {}
