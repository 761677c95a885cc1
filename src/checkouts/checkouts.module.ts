import { Module } from '@nestjs/common';
import { CirculationModule } from '../circulation/circulation.module.js';
import { CheckoutsController } from './checkouts.controller.js';
import { CheckoutsService } from './checkouts.service.js';

@Module({
  imports: [CirculationModule],
  controllers: [CheckoutsController],
  providers: [CheckoutsService],
  exports: [CheckoutsService],
})
export class CheckoutsModule {}
