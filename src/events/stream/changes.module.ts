import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { EventsModule } from '../events.module.js';
import { ChangeStreams } from './change-streams.service.js';
import { ChangesController } from './changes.controller.js';

@Module({
  imports: [AccessModule, EventsModule],
  controllers: [ChangesController],
  providers: [ChangeStreams],
})
export class ChangesModule {}
