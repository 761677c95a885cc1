import { Module } from '@nestjs/common';
import { CirculationModule } from '../circulation/circulation.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { SuspensionsController } from './suspensions.controller.js';
import { SuspensionsService } from './suspensions.service.js';

@Module({
  imports: [CirculationModule, HoldsModule],
  controllers: [SuspensionsController],
  providers: [SuspensionsService],
})
export class SuspensionsModule {}
