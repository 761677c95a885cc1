import { Module } from '@nestjs/common';
import { CheckoutsModule } from '../checkouts/checkouts.module.js';
import { CirculationModule } from '../circulation/circulation.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { TextsModule } from '../notifications/texts/texts.module.js';
import { SuspensionsModule } from '../suspensions/suspensions.module.js';
import { NoticeChoiceController } from './notice-choice.controller.js';
import { NoticeChoiceService } from './notice-choice.service.js';
import { PhoneController } from './phone.controller.js';
import { PhoneService } from './phone.service.js';
import { PatronInformationController } from './patrons.controller.js';
import { PatronsService } from './patrons.service.js';

@Module({
  imports: [CirculationModule, HoldsModule, SuspensionsModule, CheckoutsModule, TextsModule],
  controllers: [PatronInformationController, NoticeChoiceController, PhoneController],
  providers: [PatronsService, NoticeChoiceService, PhoneService],
})
export class PatronsModule {}
