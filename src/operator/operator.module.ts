import { Module } from '@nestjs/common';
import { CheckoutsModule } from '../checkouts/checkouts.module.js';
import { CirculationModule } from '../circulation/circulation.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { ActionsController } from './actions.controller.js';
import { ActionsService } from './actions.service.js';
import { PatronAdministrationController } from './patron-administration.controller.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';
import { MailController, NoticeController } from './mail.controller.js';
import { MailService } from './mail.service.js';
import { PatronSearchController } from './patron-search.controller.js';
import { NoticesModule } from '../notifications/notices.module.js';
import { BouncesController } from './bounces.controller.js';
import { NoticesController } from './notices.controller.js';
import { QueuesController } from './queues.controller.js';
import { QueuesService } from './queues.service.js';
import { RecordsController } from './records.controller.js';
import { RecordsService } from './records.service.js';
import { TracesController } from './traces.controller.js';
import { TracesService } from './traces.service.js';
import { TimersController } from './timers.controller.js';
import { LibraryTimersService } from './timers.service.js';

const CONTROLLERS = [
  RecordsController,
  ImportsController,
  QueuesController,
  PatronSearchController,
  PatronAdministrationController,
  MailController,
  NoticeController,
  TimersController,
  ActionsController,
  NoticesController,
  BouncesController,
  TracesController,
];

/** The console shows and does the same. */
const SERVICES = [
  RecordsService,
  ImportsService,
  QueuesService,
  PatronAdministrationService,
  MailService,
  LibraryTimersService,
  ActionsService,
  TracesService,
];

/** Endpoints for operators and library staff. Staff get in by the table of permissions (src/staff). */
@Module({
  imports: [CirculationModule, HoldsModule, CheckoutsModule, NoticesModule],
  controllers: CONTROLLERS,
  providers: SERVICES,
  exports: [...SERVICES, NoticesModule],
})
export class OperatorModule {}
