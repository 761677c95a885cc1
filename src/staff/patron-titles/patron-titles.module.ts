import { Module } from '@nestjs/common';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { StaffPatronsModule } from '../patrons/patrons.module.js';
import { HoldTracesController } from './hold-traces.controller.js';
import { PatronTitlesController } from './patron-titles.controller.js';
import { PatronTitlePagesController } from './patron-titles-pages.controller.js';
import { PatronTitles } from './patron-titles.service.js';

/** Patrons' holds and checkouts, which staff change for them. */
@Module({
  imports: [CatalogModule, StaffPatronsModule],
  controllers: [PatronTitlePagesController, PatronTitlesController, HoldTracesController],
  providers: [PatronTitles],
})
export class StaffPatronTitlesModule {}
