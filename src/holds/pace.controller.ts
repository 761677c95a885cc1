import { Controller, Delete, Get, HttpCode, HttpStatus, Put, UseGuards } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { type PaceRecord, representPace } from './pace.representation.js';
import { PaceRequest } from './pace.requests.js';
import { PaceService } from './pace.service.js';

/**
 * How many of a patron's holds are ready at the same time (contract: #choose-a-pace). Its address also looks like that of a hold, so
 * HoldsModule lists it before the controller that has `:id`.
 */
@Controller('v1/patrons/me/holds/pace')
@UseGuards(BearerGuard)
export class PaceController {
  constructor(
    private readonly pace: PaceService,
    private readonly addresses: Addresses,
  ) {}

  @Get()
  async read(@Me() me: PatronKey): Promise<PaceRecord> {
    return representPace(await this.pace.find(me), this.addresses);
  }

  @Put()
  @HttpCode(HttpStatus.NO_CONTENT)
  async choose(@Me() me: PatronKey, @Fields() { readyAtMost }: PaceRequest): Promise<void> {
    await this.pace.choose(me, readyAtMost);
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  async lift(@Me() me: PatronKey): Promise<void> {
    await this.pace.lift(me);
  }
}
