import { Module } from '@nestjs/common';
import { StaffQueuesModule } from '../queues/queues.module.js';
import { TodayController } from './today-pages.controller.js';
import { TodayService } from './today.service.js';
import { WorkService } from './work.service.js';

@Module({
  imports: [StaffQueuesModule],
  controllers: [TodayController],
  providers: [TodayService, WorkService],
})
export class StaffTodayModule {}
