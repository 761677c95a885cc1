import { Module } from '@nestjs/common';
import { QueueService } from './queue.service.js';
import { TimersService } from './timers.service.js';

@Module({ providers: [QueueService, TimersService], exports: [QueueService, TimersService] })
export class CirculationModule {}
