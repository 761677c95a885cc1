import { Controller, Delete, Get, HttpCode, HttpStatus, Put, UseGuards } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { type PaceRecord, representPace } from './pace.representation.js';
import { PaceRequest } from './pace.requests.js';
import { PaceService } from './pace.service.js';

/**
 * How many of a patron's holds are ready at the same time (contract: #choose-a-pace). Its address also looks like that of a hold, so
 * HoldsModule lists it before the controller that has `:id`.
 */
@Tag('Holds')
@Controller('v1/patrons/me/holds/pace')
@UseGuards(BearerGuard)
export class PaceController {
  constructor(
    private readonly pace: PaceService,
    private readonly addresses: Addresses,
  ) {}

  /** Tell how many holds are ready at most. */
  @Get()
  @Operation('findPace')
  async read(@Me() me: PatronKey): Promise<PaceRecord> {
    return representPace(await this.pace.find(me), this.addresses);
  }

  /**
   * Choose how many holds are ready at most.
   * @remarks While so many are ready, copies go past the patron’s other holds, which keep their places. Holds that are ready stay
   * so.
   */
  @Put()
  @Operation('choosePace', { needsGoodStanding: true })
  @HttpCode(HttpStatus.NO_CONTENT)
  async choose(@Me() me: PatronKey, @Fields() { readyAtMost }: PaceRequest): Promise<void> {
    await this.pace.choose(me, readyAtMost);
  }

  /** Let any number of holds be ready. @remarks As without a choice. */
  @Delete()
  @Operation('liftPace', { needsGoodStanding: true })
  @HttpCode(HttpStatus.NO_CONTENT)
  async lift(@Me() me: PatronKey): Promise<void> {
    await this.pace.lift(me);
  }
}
