import { Module } from '@nestjs/common';
import { ConsoleActionsController } from './actions-pages.controller.js';
import { ActionsController } from './actions.controller.js';
import { ActionsService } from './actions.service.js';

/** Who did what, when. */
@Module({
  controllers: [ActionsController, ConsoleActionsController],
  providers: [ActionsService],
})
export class StaffActionsModule {}
