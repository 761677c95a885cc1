import { Module } from '@nestjs/common';
import { CirculationModule } from '../../circulation/circulation.module.js';
import { StaffImportsModule } from '../imports/imports.module.js';
import { QueuePagesController } from './queue-pages.controller.js';
import { QueuePagesService } from './queue-pages.service.js';
import { QueuesController } from './queues.controller.js';
import { QueuesService } from './queues.service.js';

/** Title queues of a library. */
@Module({
  imports: [CirculationModule, StaffImportsModule],
  controllers: [QueuesController, QueuePagesController],
  providers: [QueuesService, QueuePagesService],
  exports: [QueuesService],
})
export class StaffQueuesModule {}
