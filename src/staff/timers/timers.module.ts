import { Module } from '@nestjs/common';
import { CirculationModule } from '../../circulation/circulation.module.js';
import { TimersController } from './timers.controller.js';
import { LibraryTimersService } from './timers.service.js';

@Module({
  imports: [CirculationModule],
  controllers: [TimersController],
  providers: [LibraryTimersService],
})
export class StaffTimersModule {}
