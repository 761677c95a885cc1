import { Module } from '@nestjs/common';
import { CirculationModule } from '../circulation/circulation.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { IdempotencyModule } from '../http/idempotency/idempotency.module.js';
import { AllSuspensionsController } from './all-suspensions.controller.js';
import { AllSuspensionsService } from './all-suspensions.service.js';
import { SuspensionsController } from './suspensions.controller.js';
import { SuspensionsService } from './suspensions.service.js';

@Module({
  imports: [CirculationModule, HoldsModule, IdempotencyModule],
  controllers: [AllSuspensionsController, SuspensionsController],
  providers: [AllSuspensionsService, SuspensionsService],
  exports: [SuspensionsService],
})
export class SuspensionsModule {}
