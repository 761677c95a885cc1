import { Controller, Delete, HttpCode, HttpStatus, Post, UseGuards } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { IdempotencyService } from '../http/idempotency/idempotency.service.js';
import { representOutcomes, type SuspensionOutcomesRecord } from './all-suspensions.representation.js';
import { AllSuspensionsService } from './all-suspensions.service.js';
import { wantedSuspension } from '../holds/suspension.requests.js';
import { SuspendAllRequest } from './suspensions.requests.js';

/**
 * The suspensions of all holds of a patron (contract: #suspend-all-holds). Its address also looks like that of a hold, so
 * AppModule lists this module before the one that has `holds/:id`.
 */
@Tag('Suspensions')
@Controller('v1/patrons/me/holds/suspension')
@UseGuards(BearerGuard)
export class AllSuspensionsController {
  constructor(
    private readonly suspensions: AllSuspensionsService,
    private readonly idempotency: IdempotencyService,
    private readonly addresses: Addresses,
  ) {}

  /**
   * Suspend all holds.
   * @remarks Each hold that waits, and with `includeReady` each that is ready, in a transaction of its own; the answer says what
   * was done to each.
   */
  @Post()
  @Operation('suspendAllHolds', { exampleFields: ['suspensionType', 'numberOfDays'] })
  @HttpCode(HttpStatus.OK)
  async suspendAll(
    @Me() me: PatronKey,
    @Fields() request: SuspendAllRequest,
    @IdempotencyKey() keyed: KeyedRequest | undefined,
  ): Promise<SuspensionOutcomesRecord> {
    const suspension = wantedSuspension(request);
    const { includeReady = false } = request;
    const requested = { ...suspension, ...(includeReady && { includeReady }) };
    return this.idempotency.answerInSteps(me, keyed, requested, async () =>
      representOutcomes(await this.suspensions.suspendAll(me, suspension, includeReady), this.addresses),
    );
  }

  /** Release all suspensions. @remarks As the release of each suspended hold; the answer says what was done to each. */
  @Delete()
  @Operation('releaseAllSuspensions')
  async releaseAll(@Me() me: PatronKey): Promise<SuspensionOutcomesRecord> {
    return representOutcomes(await this.suspensions.releaseAll(me), this.addresses);
  }
}
