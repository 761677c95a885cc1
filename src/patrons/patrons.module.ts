import { Module } from '@nestjs/common';
import { CheckoutsModule } from '../checkouts/checkouts.module.js';
import { CirculationModule } from '../circulation/circulation.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { PushModule } from '../notifications/push/push.module.js';
import { TextsModule } from '../notifications/texts/texts.module.js';
import { SuspensionsModule } from '../suspensions/suspensions.module.js';
import { NoticeChoiceController } from './notice-choice.controller.js';
import { NoticeChoiceService } from './notice-choice.service.js';
import { PhoneController } from './phone.controller.js';
import { PhoneService } from './phone.service.js';
import { PatronInformationController } from './patrons.controller.js';
import { PushSubscriptionsController } from './push/push-subscriptions.controller.js';
import { PushSubscriptionsService } from './push/push-subscriptions.service.js';
import { PatronsService } from './patrons.service.js';

@Module({
  imports: [CirculationModule, HoldsModule, SuspensionsModule, CheckoutsModule, PushModule, TextsModule],
  controllers: [
    PatronInformationController,
    NoticeChoiceController,
    PhoneController,
    PushSubscriptionsController,
  ],
  providers: [PatronsService, NoticeChoiceService, PhoneService, PushSubscriptionsService],
})
export class PatronsModule {}
