import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../http/idempotency/idempotency.module.js';
import { WatchesController } from './watches.controller.js';
import { WatchesService } from './watches.service.js';

@Module({
  imports: [IdempotencyModule],
  controllers: [WatchesController],
  providers: [WatchesService],
})
export class WatchesModule {}
