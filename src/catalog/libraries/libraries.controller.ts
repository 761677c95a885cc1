import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { Addresses } from '../../http/answers/addresses.js';
import { PrincipalGuard } from '../../http/authorization/bearer.guard.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { CurrentPrincipal, type Principal } from '../../http/authorization/principal.decorator.js';
import {
  type AdvantageAccountRecord,
  type AdvantageAccountsRecord,
  representAdvantageAccount,
  representAdvantageAccounts,
} from './advantage-accounts.representation.js';
import { type ForecastRecord, representForecast } from './forecast.representation.js';
import { LibrariesService } from './libraries.service.js';
import { type LibraryInformationRecord, representLibrary } from './library.representation.js';

const MAX_WEEKS = 52;

export class ForecastQuery {
  /** The last of them is the one that is not over yet. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_WEEKS) weeks?: number;
}

@Controller('v1/libraries')
@UseGuards(PrincipalGuard)
export class LibrariesController {
  constructor(
    private readonly libraries: LibrariesService,
    private readonly addresses: Addresses,
  ) {}

  /** The name of a library, and where to search it. */
  @Get(':websiteId')
  async find(
    @CurrentPrincipal() principal: Principal,
    @NumberInPath('websiteId') websiteId: number,
  ): Promise<LibraryInformationRecord> {
    return representLibrary(await this.libraries.find(principal, websiteId), this.addresses);
  }

  /** How good the estimates of waits were that patrons of a library were told. */
  @Get(':websiteId/forecast')
  async findForecast(
    @CurrentPrincipal() principal: Principal,
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() { weeks }: ForecastQuery,
  ): Promise<ForecastRecord> {
    return representForecast(await this.libraries.findForecast(principal, websiteId, weeks), this.addresses);
  }

  /** The accounts of a library that have numbers of their own. */
  @Get(':websiteId/advantageAccounts')
  async listAccounts(
    @CurrentPrincipal() principal: Principal,
    @NumberInPath('websiteId') websiteId: number,
  ): Promise<AdvantageAccountsRecord> {
    const accounts = await this.libraries.listAccounts(principal, websiteId);
    return representAdvantageAccounts(websiteId, accounts, this.addresses);
  }

  /** One of them. */
  @Get(':websiteId/advantageAccounts/:accountId')
  async findAccount(
    @CurrentPrincipal() principal: Principal,
    @NumberInPath('websiteId') websiteId: number,
    @NumberInPath('accountId') accountNumber: number,
  ): Promise<AdvantageAccountRecord> {
    const account = await this.libraries.findAccount(principal, websiteId, accountNumber);
    return representAdvantageAccount(websiteId, account, this.addresses);
  }
}
