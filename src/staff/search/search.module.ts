import { Module } from '@nestjs/common';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { StaffPatronsModule } from '../patrons/patrons.module.js';
import { SearchController } from './search-pages.controller.js';
import { ConsoleSearchService } from './search.service.js';

@Module({
  imports: [CatalogModule, StaffPatronsModule],
  controllers: [SearchController],
  providers: [ConsoleSearchService],
})
export class StaffSearchModule {}
