import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/title-id.js';
import { Addresses } from '../http/addresses.js';
import { BearerGuard } from '../http/bearer.guard.js';
import { Me } from '../http/me.decorator.js';
import { QueryFields } from '../http/query.decorator.js';
import { TitleInPath } from '../http/path.decorators.js';
import {
  type MetadataRecord,
  type ProductRecord,
  representMetadata,
  representProduct,
} from './product.representation.js';
import { representSearch, type SearchRecord } from './search.representation.js';
import { SearchQuery, searchOf } from './search.requests.js';
import { SearchService } from './search.service.js';
import { TitlesService } from './titles.service.js';

/** The titles of the patron's collections (contract: #search-the-catalog, contract: #link-templates). */
@Controller('v1/collections/:token/products')
@UseGuards(BearerGuard)
export class ProductsController {
  constructor(
    private readonly titles: TitlesService,
    private readonly searches: SearchService,
    private readonly addresses: Addresses,
  ) {}

  /** Search the catalog. */
  @Get()
  async search(
    @Me() me: PatronKey,
    @Param('token') token: string,
    @QueryFields(SearchQuery) query: SearchQuery,
  ): Promise<SearchRecord> {
    const search = searchOf(query);
    return representSearch(await this.searches.find(me, token, search), search, this.addresses);
  }

  /** A title as a search finds it. */
  @Get(':id')
  async find(
    @Me() me: PatronKey,
    @Param('token') token: string,
    @TitleInPath('NotFound') title: TitleId,
  ): Promise<ProductRecord> {
    return representProduct(await this.titles.find(me, token, title), this.addresses);
  }

  /** Everything the catalog tells of a title. */
  @Get(':id/metadata')
  async metadata(
    @Me() me: PatronKey,
    @Param('token') token: string,
    @TitleInPath('NotFound') title: TitleId,
  ): Promise<MetadataRecord> {
    return representMetadata(await this.titles.find(me, token, title), this.addresses);
  }
}
