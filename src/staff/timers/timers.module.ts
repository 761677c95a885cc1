import { Module } from '@nestjs/common';
import { CirculationModule } from '../../circulation/circulation.module.js';
import { TimersController } from './timers.controller.js';
import { LibraryTimersService } from './timers.service.js';

/** What time ends in a library, and what is done before it closes. */
@Module({
  imports: [CirculationModule],
  controllers: [TimersController],
  providers: [LibraryTimersService],
})
export class StaffTimersModule {}
