import { Module } from '@nestjs/common';
import { BacklogMetrics } from './backlog.metrics.js';
import { QueueService } from './queue.service.js';
import { SettledReads } from './settled-reads.js';
import { TimersService } from './timers.service.js';

@Module({
  providers: [BacklogMetrics, QueueService, SettledReads, TimersService],
  exports: [QueueService, SettledReads, TimersService],
})
export class CirculationModule {}
