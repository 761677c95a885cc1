import { Module } from '@nestjs/common';
import { CirculationModule } from '../circulation/circulation.module.js';
import { CheckoutsModule } from '../checkouts/checkouts.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { SuspensionsModule } from '../suspensions/suspensions.module.js';
import { RecordsModule } from '../records/records.module.js';
import { ActionsController } from './actions/actions.controller.js';
import { EventsModule } from '../events/events.module.js';
import { EventsController } from './events/events.controller.js';
import { ActionsService } from './actions/actions.service.js';
import { PatronAdministrationService } from './patrons/patron-administration.service.js';
import { WebhooksService } from './webhooks/webhooks.service.js';
import { PatronAdministrationController } from './patrons/patron-administration.controller.js';
import { CsvImports } from './imports/csv-imports.service.js';
import { CsvController } from './imports/csv.controller.js';
import { ImportsController } from './imports/imports.controller.js';
import { ImportsService } from './imports/imports.service.js';
import { MailController, NoticeController } from './mail/mail.controller.js';
import { MailService } from './mail/mail.service.js';
import { PatronSearchController } from './patrons/patron-search.controller.js';
import { NoticesModule } from '../notifications/notices.module.js';
import { BouncesController } from './mail/bounces.controller.js';
import { NoticesController } from './mail/notices.controller.js';
import { QueueMovesController } from './queues/queue-moves.controller.js';
import { QueueMovesService } from './queues/queue-moves.service.js';
import { QueuesController } from './queues/queues.controller.js';
import { QueuesService } from './queues/queues.service.js';
import { RecordsController } from './imports/records.controller.js';
import { RecordsService } from './imports/records.service.js';
import { Uploads } from './imports/uploads.js';
import { ClosuresController } from './timers/closures.controller.js';
import { ClosuresService } from './timers/closures.service.js';
import { TimersController } from './timers/timers.controller.js';
import { WebhooksModule } from '../events/webhooks/webhooks.module.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';
import { LibraryTimersService } from './timers/timers.service.js';

const CONTROLLERS = [
  RecordsController,
  ImportsController,
  CsvController,
  QueuesController,
  QueueMovesController,
  PatronSearchController,
  PatronAdministrationController,
  MailController,
  NoticeController,
  TimersController,
  ClosuresController,
  ActionsController,
  NoticesController,
  BouncesController,
  EventsController,
  WebhooksController,
];

/** The console shows and does the same. */
const SERVICES = [
  RecordsService,
  ImportsService,
  CsvImports,
  QueuesService,
  QueueMovesService,
  MailService,
  LibraryTimersService,
  ClosuresService,
  ActionsService,
  Uploads,
  PatronAdministrationService,
  WebhooksService,
];

/** Endpoints for operators and library staff. Whom each handler lets in, its `@Allow()` says. */
@Module({
  imports: [
    CirculationModule,
    HoldsModule,
    SuspensionsModule,
    CheckoutsModule,
    RecordsModule,
    NoticesModule,
    EventsModule,
    WebhooksModule,
  ],
  controllers: CONTROLLERS,
  providers: SERVICES,
  exports: [...SERVICES, NoticesModule, WebhooksModule],
})
export class OperatorModule {}
