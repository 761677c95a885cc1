import { Module } from '@nestjs/common';
import { EventsModule } from '../../events/events.module.js';
import { EventsController } from './events.controller.js';

/** Events in libraries, for programs. */
@Module({
  imports: [EventsModule],
  controllers: [EventsController],
})
export class StaffEventsModule {}
