import { Module } from '@nestjs/common';
import { CirculationModule } from '../circulation/circulation.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { JobsService } from './jobs.service.js';
import { WorkerService } from './worker.service.js';

@Module({ imports: [CirculationModule, NotificationsModule], providers: [JobsService, WorkerService] })
export class WorkerModule {}
