import { Controller, Get, HttpCode, HttpStatus, Put, UseGuards } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { type PatronRecord, representPatron } from './patron.representation.js';
import { formatClassIn, LendingPeriodRequest } from './patrons.requests.js';
import { PatronsService } from './patrons.service.js';

/** Patron information and lending periods (contract: #patron-information). */
@Controller('v1/patrons/me')
@UseGuards(BearerGuard)
export class PatronsController {
  constructor(
    private readonly patrons: PatronsService,
    private readonly addresses: Addresses,
  ) {}

  @Get()
  async profile(@Me() me: PatronKey): Promise<PatronRecord> {
    return representPatron(await this.patrons.profile(me), this.addresses);
  }

  @Put()
  @HttpCode(HttpStatus.NO_CONTENT)
  async preferLendingPeriod(@Me() me: PatronKey, @Fields() request: LendingPeriodRequest): Promise<void> {
    await this.patrons.preferLendingPeriod(me, formatClassIn(request), request.lendingPeriodDays);
  }
}
