import { Module } from '@nestjs/common';
import { BacklogMetrics } from './backlog.metrics.js';
import { QueueService } from './queue.service.js';
import { TimersService } from './timers.service.js';

@Module({ providers: [BacklogMetrics, QueueService, TimersService], exports: [QueueService, TimersService] })
export class CirculationModule {}
