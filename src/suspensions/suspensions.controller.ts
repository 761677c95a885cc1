import { Controller, Delete, HttpCode, HttpStatus, Post, Put, UseGuards } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { type HoldRecord, representHold } from '../holds/hold.representation.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { TitleInPath } from '../http/fields/path.decorators.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { IdempotencyService } from '../http/idempotency/idempotency.service.js';
import { requestedSuspension, SuspensionRequest } from './suspensions.requests.js';
import { SuspensionsService } from './suspensions.service.js';

/** The suspension of a hold (contract: #suspensions). */
@Tag('Suspensions')
@Controller('v1/patrons/me/holds/:id/suspension')
@UseGuards(BearerGuard)
export class SuspensionsController {
  constructor(
    private readonly suspensions: SuspensionsService,
    private readonly idempotency: IdempotencyService,
    private readonly addresses: Addresses,
  ) {}

  /** Suspend a hold. @remarks A ready hold gives its copy to the next in line ("deliver later"). */
  @Post()
  @Operation('suspendHold', {
    refusals: ['InvalidEmailAddress', 'HoldAlreadySuspended'],
    needsGoodStanding: true,
    exampleFields: ['suspensionType', 'numberOfDays'],
  })
  async suspend(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Fields() request: SuspensionRequest,
    @IdempotencyKey() keyed: KeyedRequest | undefined,
  ): Promise<HoldRecord> {
    const requested = requestedSuspension(request);
    return this.idempotency.answerOnce(me, keyed, requested, async (database) =>
      representHold(await this.suspensions.suspend(me, title, requested, { database }), this.addresses),
    );
  }

  /** Change a suspension. @remarks The days count from now. */
  @Put()
  @Operation('editSuspension', {
    refusals: ['InvalidEmailAddress', 'HoldNotSuspended'],
    needsGoodStanding: true,
    exampleFields: ['suspensionType', 'numberOfDays'],
  })
  @HttpCode(HttpStatus.NO_CONTENT)
  async change(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Fields() request: SuspensionRequest,
  ): Promise<void> {
    await this.suspensions.change(me, title, requestedSuspension(request));
  }

  /** Release a suspension. @remarks The hold is live again, in its old place, and gets a copy at once if one is free. */
  @Delete()
  @Operation('releaseSuspension', { refusals: ['HoldNotSuspended'], needsGoodStanding: true })
  @HttpCode(HttpStatus.NO_CONTENT)
  async release(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<void> {
    await this.suspensions.release(me, title);
  }
}
