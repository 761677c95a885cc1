import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Addresses } from '../../http/answers/addresses.js';
import { PrincipalGuard } from '../../http/authorization/bearer.guard.js';
import { CurrentPrincipal, type Principal } from '../../http/authorization/principal.decorator.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
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
@Controller()
@UseGuards(PrincipalGuard)
export class AvailabilityController {
  constructor(
    private readonly titles: TitlesService,
    private readonly accounts: AccountsService,
    private readonly addresses: Addresses,
  ) {}

  /** Copies and holds of a title, and whether the patron may borrow it or has to wait. */
  @Get('v1/collections/:token/products/:id/availability')
  async ofTitle(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @TitleInPath('NotFound') title: TitleId,
  ): Promise<AvailabilityRecord> {
    return representAvailability(await this.titles.find(principal, token, title), this.addresses);
  }

  /** The same of several titles at once. */
  @Get('v1/collections/:token/availability')
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

  /** Copies and holds of a title, by account. */
  @Get('v2/collections/:token/products/:id/availability')
  async byAccounts(
    @CurrentPrincipal() principal: Principal,
    @Param('token') token: string,
    @TitleInPath('NotFound') title: TitleId,
  ): Promise<AccountsAvailabilityRecord> {
    const found = await this.titles.find(principal, token, title);
    const accounts = await this.accounts.of(found.collections);
    return representAccountsAvailability(found, accounts, this.addresses);
  }

  /** Copies and holds of several titles at once. */
  @Get('v2/collections/:token/availability')
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
