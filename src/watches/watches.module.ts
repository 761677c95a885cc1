import { Module } from '@nestjs/common';
import { QueuesModule } from '../circulation/circulation.module.js';
import { IdempotencyModule } from '../http/idempotency/idempotency.module.js';
import { WatchesController } from './watches.controller.js';
import { WatchesService } from './watches.service.js';

@Module({
  imports: [QueuesModule, IdempotencyModule],
  controllers: [WatchesController],
  providers: [WatchesService],
})
export class WatchesModule {}
