import { Controller, Get, HttpCode, HttpStatus, Put, UseGuards } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { type PatronRecord, representPatron } from './patron.representation.js';
import { formatClassIn, LendingPeriodRequest } from './patrons.requests.js';
import { PatronsService } from './patrons.service.js';

/** Patron information and lending periods (contract: #patron-information). */
@Tag('Patron information')
@Controller('v1/patrons/me')
@UseGuards(BearerGuard)
export class PatronInformationController {
  constructor(
    private readonly patrons: PatronsService,
    private readonly addresses: Addresses,
  ) {}

  /** Read the patron’s information. @remarks The entry point: limits, lending periods, and links to everything else. */
  @Get()
  @Operation('getPatron')
  async profile(@Me() me: PatronKey): Promise<PatronRecord> {
    return representPatron(await this.patrons.profile(me), this.addresses);
  }

  /**
   * Choose a lending period.
   * @remarks One format per call. Where the library has an override, the preference is kept and counts when the override goes.
   */
  @Put()
  @Operation('preferLendingPeriod', { refusals: ['InvalidLendingPeriod'] })
  @HttpCode(HttpStatus.NO_CONTENT)
  async preferLendingPeriod(@Me() me: PatronKey, @Fields() request: LendingPeriodRequest): Promise<void> {
    await this.patrons.preferLendingPeriod(me, formatClassIn(request), request.lendingPeriodDays);
  }
}
