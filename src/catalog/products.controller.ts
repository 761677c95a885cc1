import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import type { TitleId } from '../domain/titles/title-id.js';
import { Addresses } from '../http/answers/addresses.js';
import { PrincipalGuard } from '../http/authorization/bearer.guard.js';
import { CurrentPrincipal, type Principal } from '../http/authorization/principal.decorator.js';
import { QueryFields } from '../http/fields/fields.decorators.js';
import { TitleInPath } from '../http/fields/path.decorators.js';
import { type ProductRecord, representProduct } from './titles/product.representation.js';
import { type IssueListRecord, representNoIssues } from './titles/issues.representation.js';
import { representSearch, type SearchRecord } from './search.representation.js';
import { SearchQuery, searchOf } from './search.requests.js';
import { SearchService } from './search.service.js';
import { TitlesService } from './titles/titles.service.js';

/** The titles of collections (contract: #search-the-catalog, contract: #link-templates). */
@Controller('v1/collections/:token/products')
@UseGuards(PrincipalGuard)
export class ProductsController {
  constructor(
    private readonly titles: TitlesService,
    private readonly searches: SearchService,
    private readonly addresses: Addresses,
  ) {}

  /** Search the catalog. */
  @Get()
  async search(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @QueryFields() query: SearchQuery,
  ): Promise<SearchRecord> {
    const search = searchOf(query, principal);
    return representSearch(await this.searches.find(principal, token, search), search, this.addresses);
  }

  /** A title as a search finds it. */
  @Get(':id')
  async find(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @TitleInPath('NotFound') title: TitleId,
  ): Promise<ProductRecord> {
    return representProduct(await this.titles.find(principal, token, title), this.addresses);
  }

  /** The issues of a magazine. The catalog has none. */
  @Get(':id/issues')
  async listIssues(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @TitleInPath('NotFound') title: TitleId,
  ): Promise<IssueListRecord> {
    return representNoIssues(await this.titles.find(principal, token, title), this.addresses);
  }
}
