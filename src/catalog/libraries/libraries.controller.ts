import { Controller, Get, UseGuards } from '@nestjs/common';
import { Addresses } from '../../http/answers/addresses.js';
import { PrincipalGuard } from '../../http/authorization/bearer.guard.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { CurrentPrincipal, type Principal } from '../../http/authorization/principal.decorator.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import {
  type AdvantageAccountRecord,
  type AdvantageAccountsRecord,
  representAdvantageAccount,
  representAdvantageAccounts,
} from './advantage-accounts.representation.js';
import { type ForecastRecord, representForecast } from './forecast.representation.js';
import { ForecastQuery } from './forecast.requests.js';
import { LibraryInformation } from './libraries.service.js';
import { type LibraryInformationRecord, representLibrary } from './library.representation.js';

@Tag('Catalog')
@Controller('v1/libraries')
@UseGuards(PrincipalGuard)
export class LibrariesController {
  constructor(
    private readonly libraries: LibraryInformation,
    private readonly addresses: Addresses,
  ) {}

  /** Read about a library. @remarks For its patrons, and for the clients that serve it. */
  @Get(':websiteId')
  @Operation('findLibrary')
  async find(
    @CurrentPrincipal() principal: Principal,
    @NumberInPath('websiteId') websiteId: number,
  ): Promise<LibraryInformationRecord> {
    return representLibrary(await this.libraries.find(principal, websiteId), this.addresses);
  }

  /**
   * See how good the estimated waits were.
   * @remarks How many holds were ready by the times that their patrons had been told when they placed them, in the last weeks.
   */
  @Get(':websiteId/forecast')
  @Operation('findForecast')
  async findForecast(
    @CurrentPrincipal() principal: Principal,
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() { weeks }: ForecastQuery,
  ): Promise<ForecastRecord> {
    return representForecast(await this.libraries.findForecast(principal, websiteId, weeks), this.addresses);
  }

  /** List the accounts of a library that have numbers. @remarks For the clients that serve it. A patron gets an empty list. */
  @Get(':websiteId/advantageAccounts')
  @Operation('listAdvantageAccounts')
  async listAccounts(
    @CurrentPrincipal() principal: Principal,
    @NumberInPath('websiteId') websiteId: number,
  ): Promise<AdvantageAccountsRecord> {
    const accounts = await this.libraries.listAccounts(principal, websiteId);
    return representAdvantageAccounts(websiteId, accounts, this.addresses);
  }

  /** Find an account of a library by its number. */
  @Get(':websiteId/advantageAccounts/:accountId')
  @Operation('findAdvantageAccount')
  async findAccount(
    @CurrentPrincipal() principal: Principal,
    @NumberInPath('websiteId') websiteId: number,
    @NumberInPath('accountId') accountNumber: number,
  ): Promise<AdvantageAccountRecord> {
    const account = await this.libraries.findAccount(principal, websiteId, accountNumber);
    return representAdvantageAccount(websiteId, account, this.addresses);
  }
}
