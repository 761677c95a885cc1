import { Module } from '@nestjs/common';
import { ActionsController } from './actions.controller.js';
import { ActionsService } from './actions.service.js';

/** Who did what, when. */
@Module({
  controllers: [ActionsController],
  providers: [ActionsService],
})
export class StaffActionsModule {}
