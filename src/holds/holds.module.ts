import { Module } from '@nestjs/common';
import { CirculationModule } from '../circulation/circulation.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { HoldsController } from './holds.controller.js';
import { HoldsService } from './holds.service.js';

@Module({
  imports: [CirculationModule, IdempotencyModule],
  controllers: [HoldsController],
  providers: [HoldsService],
  exports: [HoldsService],
})
export class HoldsModule {}
