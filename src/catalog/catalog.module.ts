import { Module } from '@nestjs/common';
import { CirculationModule } from '../circulation/circulation.module.js';
import { AccountsService } from './collections/accounts.service.js';
import { AvailabilityController } from './availability/availability.controller.js';
import { CollectionsService } from './collections/collections.service.js';
import { LibrariesController } from './libraries/libraries.controller.js';
import { LibraryInformation } from './libraries/libraries.service.js';
import { MetadataController } from './metadata/metadata.controller.js';
import { MetadataService } from './metadata/metadata.service.js';
import { OtherFormatsController } from './other-formats/other-formats.controller.js';
import { OtherFormatsService } from './other-formats/other-formats.service.js';
import { ProductsController } from './products.controller.js';
import { SearchService } from './search.service.js';
import { TitlesService } from './titles/titles.service.js';

@Module({
  imports: [CirculationModule],
  controllers: [
    ProductsController,
    MetadataController,
    AvailabilityController,
    OtherFormatsController,
    LibrariesController,
  ],
  providers: [
    CollectionsService,
    AccountsService,
    TitlesService,
    MetadataService,
    OtherFormatsService,
    SearchService,
    LibraryInformation,
  ],
  exports: [SearchService, TitlesService],
})
export class CatalogModule {}
