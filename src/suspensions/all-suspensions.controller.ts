import { Controller, Delete, HttpCode, HttpStatus, Post, UseGuards } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import { representOutcomes, type SuspensionOutcomesRecord } from './all-suspensions.representation.js';
import { AllSuspensionsService } from './all-suspensions.service.js';
import { wantedSuspension } from '../holds/suspension.requests.js';
import { SuspendAllRequest } from './suspensions.requests.js';

/**
 * The suspensions of all holds of a patron (contract: #suspend-all-holds). Its address also looks like that of a hold, so
 * AppModule lists this module before the one that has `holds/:id`.
 */
@Controller('v1/patrons/me/holds/suspension')
@UseGuards(BearerGuard)
export class AllSuspensionsController {
  constructor(
    private readonly suspensions: AllSuspensionsService,
    private readonly idempotency: IdempotencyService,
    private readonly addresses: Addresses,
  ) {}

  @Post()
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

  @Delete()
  async releaseAll(@Me() me: PatronKey): Promise<SuspensionOutcomesRecord> {
    return representOutcomes(await this.suspensions.releaseAll(me), this.addresses);
  }
}
