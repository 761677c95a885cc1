import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { CheckoutsModule } from '../../checkouts/checkouts.module.js';
import { CirculationModule } from '../../circulation/circulation.module.js';
import { HoldsModule } from '../../holds/holds.module.js';
import { SuspensionsModule } from '../../suspensions/suspensions.module.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { PatronLookUpService } from './patron-look-up.service.js';
import { PatronCardController, PatronSearchController } from './patron-search.controller.js';
import { PatronsController } from './patrons.controller.js';
import { PatronPagesController } from './patrons-pages.controller.js';

/** Finding and helping patrons. */
@Module({
  imports: [AccessModule, CheckoutsModule, CirculationModule, HoldsModule, SuspensionsModule],
  controllers: [PatronCardController, PatronSearchController, PatronPagesController, PatronsController],
  providers: [PatronAdministrationService, PatronLookUpService],
  exports: [PatronAdministrationService, PatronLookUpService],
})
export class StaffPatronsModule {}
