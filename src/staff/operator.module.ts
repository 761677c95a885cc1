import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { CirculationModule } from '../circulation/circulation.module.js';
import { CheckoutsModule } from '../checkouts/checkouts.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { SuspensionsModule } from '../suspensions/suspensions.module.js';
import { RecordsModule } from '../records/records.module.js';
import { ActionsController } from './actions/actions.controller.js';
import { EventsModule } from '../events/events.module.js';
import { EventsController } from './events/events.controller.js';
import { ActionsService } from './actions/actions.service.js';
import { CsvImports } from './imports/csv-imports.service.js';
import { CsvController } from './imports/csv.controller.js';
import { ImportsController, RecordsController } from './imports/imports.controller.js';
import { ImportsService } from './imports/imports.service.js';
import {
  BouncesController,
  MailController,
  NoticeController,
  NoticesController,
} from './mail/mail.controller.js';
import { MailService } from './mail/mail.service.js';
import { StaffPatronsModule } from './patrons/patrons.module.js';
import { StaffPatronTitlesModule } from './patron-titles/patron-titles.module.js';
import { NoticesModule } from '../notifications/notices.module.js';
import { QueuesController } from './queues/queues.controller.js';
import { QueuesService } from './queues/queues.service.js';
import { RecordsService } from './imports/records.service.js';
import { Uploads } from './imports/uploads.js';
import { StaffTimersModule } from './timers/timers.module.js';
import { WebhooksModule } from '../events/webhooks/webhooks.module.js';
import { StaffWebhooksModule } from './webhooks/webhooks.module.js';

const CONTROLLERS = [
  RecordsController,
  ImportsController,
  CsvController,
  QueuesController,
  MailController,
  NoticeController,
  ActionsController,
  NoticesController,
  BouncesController,
  EventsController,
];

/** The console shows and does the same. */
const SERVICES = [
  RecordsService,
  ImportsService,
  CsvImports,
  QueuesService,
  MailService,
  ActionsService,
  Uploads,
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
    AccessModule,
    WebhooksModule,
    StaffWebhooksModule,
    StaffTimersModule,
    StaffPatronsModule,
    StaffPatronTitlesModule,
  ],
  controllers: CONTROLLERS,
  providers: SERVICES,
  exports: [...SERVICES, NoticesModule, StaffPatronsModule, WebhooksModule, StaffWebhooksModule],
})
export class OperatorModule {}
