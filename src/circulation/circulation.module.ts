import { Module } from '@nestjs/common';
import { BacklogMetrics } from './timers/backlog.metrics.js';
import { Closures } from './calendar/closures.service.js';
import { LostCopiesService } from './lost-copies.service.js';
import { MovedHolds } from './moved-holds.service.js';
import { ReorderedHolds } from './reordered-holds.service.js';
import { QueueService } from './queue.service.js';
import { SoonReady } from './soon/soon.service.js';
import { UpToDateReads } from './up-to-date-reads.js';
import { CirculationTasks } from './timers/circulation.tasks.js';
import { TimersService } from './timers/timers.service.js';

/** The queue engine alone, for commands. */
@Module({
  providers: [MovedHolds, QueueService, ReorderedHolds, UpToDateReads],
  exports: [MovedHolds, QueueService, ReorderedHolds, UpToDateReads],
})
export class QueuesModule {}

@Module({
  imports: [QueuesModule],
  providers: [BacklogMetrics, CirculationTasks, Closures, LostCopiesService, SoonReady, TimersService],
  exports: [QueuesModule, TimersService],
})
export class CirculationModule {}
