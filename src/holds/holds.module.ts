import { Module } from '@nestjs/common';
import { QueuesModule } from '../circulation/circulation.module.js';
import { IdempotencyModule } from '../http/idempotency/idempotency.module.js';
import { HoldsController } from './holds.controller.js';
import { HoldsService } from './holds.service.js';
import { PaceController } from './pace.controller.js';
import { PaceService } from './pace.service.js';

/** The service without its endpoints, for imports, which also place holds. */
@Module({ imports: [QueuesModule], providers: [HoldsService], exports: [HoldsService] })
export class HoldsServiceModule {}

@Module({
  imports: [HoldsServiceModule, IdempotencyModule],
  controllers: [PaceController, HoldsController],
  providers: [PaceService],
  exports: [HoldsServiceModule],
})
export class HoldsModule {}
