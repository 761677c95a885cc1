import { Module } from '@nestjs/common';
import { CirculationModule } from '../../circulation/circulation.module.js';
import { StaffImportsModule } from '../imports/imports.module.js';
import { QueuePagesController } from './queue-pages.controller.js';
import { QueuesController, TitleHoldsController } from './queues.controller.js';
import { QueuesService } from './queues.service.js';
import { TitleQueuesService } from './title-queues.service.js';

/** Title queues of a library. */
@Module({
  imports: [CirculationModule, StaffImportsModule],
  controllers: [QueuesController, TitleHoldsController, QueuePagesController],
  providers: [QueuesService, TitleQueuesService],
  exports: [QueuesService],
})
export class StaffQueuesModule {}
