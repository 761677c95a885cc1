import { Module } from '@nestjs/common';
import { CheckoutsModule } from '../checkouts/checkouts.module.js';
import { CirculationModule } from '../circulation/circulation.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { ActionsController } from './actions.controller.js';
import { ActionsService } from './actions.service.js';
import { PatronAdministrationController } from './patron-administration.controller.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { MailController } from './mail.controller.js';
import { MailService } from './mail.service.js';
import { NoticesModule } from '../notifications/notices.module.js';
import { BouncesController } from './bounces.controller.js';
import { NoticesController } from './notices.controller.js';
import { QueuesController } from './queues.controller.js';
import { QueuesService } from './queues.service.js';
import { RecordsController } from './records.controller.js';
import { RecordsService } from './records.service.js';
import { TracesController } from './traces.controller.js';
import { TracesService } from './traces.service.js';

/** Endpoints for operators and library staff. Staff get in by the table of permissions (src/staff). */
@Module({
  imports: [CirculationModule, HoldsModule, CheckoutsModule, NoticesModule],
  controllers: [
    RecordsController,
    QueuesController,
    PatronAdministrationController,
    TracesController,
    MailController,
    ActionsController,
    NoticesController,
    BouncesController,
  ],
  providers: [
    RecordsService,
    QueuesService,
    PatronAdministrationService,
    TracesService,
    MailService,
    ActionsService,
  ],
  exports: [RecordsService, QueuesService, PatronAdministrationService, MailService],
})
export class OperatorModule {}
