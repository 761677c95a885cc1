import { Module } from '@nestjs/common';
import { CirculationModule } from '../../circulation/circulation.module.js';
import { StaffImportsModule } from '../imports/imports.module.js';
import { QueuesController, TitleQueueController } from './queues.controller.js';
import { QueuesService } from './queues.service.js';
import { TitleQueuesService } from './title-queues.service.js';

/** Title queues of a library. */
@Module({
  imports: [CirculationModule, StaffImportsModule],
  controllers: [QueuesController, TitleQueueController],
  providers: [QueuesService, TitleQueuesService],
  exports: [QueuesService],
})
export class StaffQueuesModule {}
