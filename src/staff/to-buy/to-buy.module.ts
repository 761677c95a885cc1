import { Module } from '@nestjs/common';
import { StaffQueuesModule } from '../queues/queues.module.js';
import { ToBuyController } from './to-buy.controller.js';
import { ToBuyService } from './to-buy.service.js';

@Module({
  imports: [StaffQueuesModule],
  controllers: [ToBuyController],
  providers: [ToBuyService],
})
export class StaffToBuyModule {}
