import { Module } from '@nestjs/common';
import { CirculationModule } from '../circulation/circulation.module.js';
import { AccountsService } from './accounts.service.js';
import { AvailabilityController } from './availability.controller.js';
import { CollectionsService } from './collections.service.js';
import { LibrariesController } from './libraries.controller.js';
import { LibrariesService } from './libraries.service.js';
import { MetadataController } from './metadata.controller.js';
import { MetadataService } from './metadata.service.js';
import { ProductsController } from './products.controller.js';
import { SearchService } from './search.service.js';
import { TitlesService } from './titles.service.js';

@Module({
  imports: [CirculationModule],
  controllers: [ProductsController, MetadataController, AvailabilityController, LibrariesController],
  providers: [
    CollectionsService,
    AccountsService,
    TitlesService,
    MetadataService,
    SearchService,
    LibrariesService,
  ],
})
export class CatalogModule {}
