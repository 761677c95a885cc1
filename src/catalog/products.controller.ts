import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import type { TitleId } from '../domain/titles/title-id.js';
import { Addresses } from '../http/answers/addresses.js';
import { PrincipalGuard } from '../http/authorization/bearer.guard.js';
import { CurrentPrincipal, type Principal } from '../http/authorization/principal.decorator.js';
import { QueryFields } from '../http/fields/fields.decorators.js';
import { TitleInPath } from '../http/fields/path.decorators.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { type ProductRecord, representProduct } from './titles/product.representation.js';
import { type IssueListRecord, representNoIssues } from './titles/issues.representation.js';
import { representSearch, type SearchRecord } from './search.representation.js';
import { SearchQuery, searchOf } from './search.requests.js';
import { SearchService } from './search.service.js';
import { TitlesService } from './titles/titles.service.js';

/** The titles of collections (contract: #search-the-catalog, contract: #link-templates). */
@Tag('Catalog')
@Controller('v1/collections/:token/products')
@UseGuards(PrincipalGuard)
export class ProductsController {
  constructor(
    private readonly titles: TitlesService,
    private readonly searches: SearchService,
    private readonly addresses: Addresses,
  ) {}

  /**
   * Search the catalog.
   * @remarks A parameter that is empty, or was left as `{name}` in the template, is absent. Without `q` all titles can be read
   * in pages, by the link `next` or by offsets, and each comes once.
   */
  @Get()
  @Operation('search')
  async search(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @QueryFields() query: SearchQuery,
  ): Promise<SearchRecord> {
    const search = searchOf(query, principal);
    return representSearch(await this.searches.find(principal, token, search), search, this.addresses);
  }

  /** Find one title. @remarks The same record as in a search result. */
  @Get(':id')
  @Operation('findProduct')
  async find(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @TitleInPath('NotFound') title: TitleId,
  ): Promise<ProductRecord> {
    return representProduct(await this.titles.find(principal, token, title), this.addresses);
  }

  /** List the issues of a title. @remarks For clients that ask: an empty list, because no title here has issues. */
  @Get(':id/issues')
  @Operation('listIssues')
  async listIssues(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @TitleInPath('NotFound') title: TitleId,
  ): Promise<IssueListRecord> {
    return representNoIssues(await this.titles.find(principal, token, title), this.addresses);
  }
}
