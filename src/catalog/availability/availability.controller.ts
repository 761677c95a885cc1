import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Addresses } from '../../http/answers/addresses.js';
import { PrincipalGuard } from '../../http/authorization/bearer.guard.js';
import { CurrentPrincipal, type Principal } from '../../http/authorization/principal.decorator.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { AccountsService } from '../collections/accounts.service.js';
import {
  type AccountsAvailabilityRecord,
  type AvailabilityListRecord,
  representAccountsAvailability,
  representAvailabilityList,
} from './accounts-availability.representation.js';
import {
  type AvailabilityRecord,
  representAvailability,
  representTitlesAvailability,
  type TitlesAvailabilityRecord,
} from './availability.representation.js';
import { AvailabilityListQuery, namedTitles } from '../titles/named-titles.requests.js';
import { TitlesService } from '../titles/titles.service.js';

/** How available titles are (contract: #get-availability, contract: #get-availability-by-account). */
@Tag('Catalog')
@Controller()
@UseGuards(PrincipalGuard)
export class AvailabilityController {
  constructor(
    private readonly titles: TitlesService,
    private readonly accounts: AccountsService,
    private readonly addresses: Addresses,
  ) {}

  /**
   * See how available a title is.
   * @remarks With the action that the patron may do now: to borrow it, or to place a hold. A client gets none.
   */
  @Get('v1/collections/:token/products/:id/availability')
  @Operation('findAvailability')
  async ofTitle(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @TitleInPath('NotFound') title: TitleId,
  ): Promise<AvailabilityRecord> {
    return representAvailability(await this.titles.find(principal, token, title), this.addresses);
  }

  /** See how available several titles are, with actions. @remarks Titles that are in none of the collections are left out. */
  @Get('v1/collections/:token/availability')
  @Operation('listTitlesAvailability')
  async ofTitles(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @QueryFields() query: AvailabilityListQuery,
  ): Promise<TitlesAvailabilityRecord> {
    const { asked, titles } = namedTitles(query.products);
    return representTitlesAvailability(
      await this.titles.findAll(principal, token, titles),
      asked,
      this.addresses,
    );
  }

  /** See how available a title is, by account. @remarks The second version of availability, which newer catalog clients read. */
  @Get('v2/collections/:token/products/:id/availability')
  @Operation('findAccountsAvailability')
  async byAccounts(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @TitleInPath('NotFound') title: TitleId,
  ): Promise<AccountsAvailabilityRecord> {
    const found = await this.titles.find(principal, token, title);
    const accounts = await this.accounts.of(found.collections);
    return representAccountsAvailability(found, accounts, this.addresses);
  }

  /** See how available several titles are, by account. @remarks Titles that are in none of the collections are left out. */
  @Get('v2/collections/:token/availability')
  @Operation('listAvailability')
  async ofSeveral(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @QueryFields() query: AvailabilityListQuery,
  ): Promise<AvailabilityListRecord> {
    const { asked, titles } = namedTitles(query.products);
    const found = await this.titles.findAll(principal, token, titles);
    const accounts = await this.accounts.of(found.collections);
    return representAvailabilityList(found, accounts, asked, this.addresses);
  }
}
