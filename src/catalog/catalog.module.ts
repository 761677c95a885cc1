import { Module } from '@nestjs/common';
import { CirculationModule } from '../circulation/circulation.module.js';
import { AvailabilityController } from './availability.controller.js';
import { CollectionsService } from './collections.service.js';
import { LibrariesController } from './libraries.controller.js';
import { LibrariesService } from './libraries.service.js';
import { ProductsController } from './products.controller.js';
import { SearchService } from './search.service.js';
import { TitlesService } from './titles.service.js';

@Module({
  imports: [CirculationModule],
  controllers: [ProductsController, AvailabilityController, LibrariesController],
  providers: [CollectionsService, TitlesService, SearchService, LibrariesService],
})
export class CatalogModule {}
