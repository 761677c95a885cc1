import { Module } from '@nestjs/common';
import { CheckoutsModule } from '../checkouts/checkouts.module.js';
import { CirculationModule } from '../circulation/circulation.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { ActionsController } from './actions/actions.controller.js';
import { ActionsService } from './actions/actions.service.js';
import { PatronAdministrationController } from './patrons/patron-administration.controller.js';
import { PatronAdministrationService } from './patrons/patron-administration.service.js';
import { ImportsController } from './imports/imports.controller.js';
import { ImportsService } from './imports/imports.service.js';
import { MailController, NoticeController } from './mail/mail.controller.js';
import { MailService } from './mail/mail.service.js';
import { PatronSearchController } from './patrons/patron-search.controller.js';
import { NoticesModule } from '../notifications/notices.module.js';
import { BouncesController } from './mail/bounces.controller.js';
import { NoticesController } from './mail/notices.controller.js';
import { QueuesController } from './queues/queues.controller.js';
import { QueuesService } from './queues/queues.service.js';
import { RecordsController } from './imports/records.controller.js';
import { RecordsService } from './imports/records.service.js';
import { Uploads } from './imports/uploads.js';
import { TracesController } from './queues/traces.controller.js';
import { TracesService } from './queues/traces.service.js';
import { TimersController } from './timers/timers.controller.js';
import { LibraryTimersService } from './timers/timers.service.js';

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
  Uploads,
];

/** Endpoints for operators and library staff. Staff get in by the table of permissions (src/staff). */
@Module({
  imports: [CirculationModule, HoldsModule, CheckoutsModule, NoticesModule],
  controllers: CONTROLLERS,
  providers: SERVICES,
  exports: [...SERVICES, NoticesModule],
})
export class OperatorModule {}
