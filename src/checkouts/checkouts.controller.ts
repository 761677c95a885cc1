import { Controller, Delete, Get, HttpCode, HttpStatus, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { someTitlesNamedBy } from '../http/fields/title-fields.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { TitleInPath } from '../http/fields/path.decorators.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { IdempotencyService } from '../http/idempotency/idempotency.service.js';
import {
  type CheckoutListRecord,
  type CheckoutRecord,
  representCheckout,
  representCheckoutList,
} from './checkout.representation.js';
import { CheckoutRequest, periodIn } from './checkouts.requests.js';
import { CheckoutsService } from './checkouts.service.js';

/** A patron's checkouts (contract: #checkouts). */
@Tag('Checkouts')
@Controller('v1/patrons/me/checkouts')
@UseGuards(BearerGuard)
export class CheckoutsController {
  constructor(
    private readonly checkouts: CheckoutsService,
    private readonly idempotency: IdempotencyService,
    private readonly addresses: Addresses,
  ) {}

  /**
   * Borrow a title.
   * @remarks With a ready hold, or when a copy is free. It ends the patron’s hold on the title. A format that cannot be locked in
   * refuses no loan: the answer says which is.
   */
  @Post()
  @Operation('borrow', {
    refusals: [
      'TitleAlreadyCheckedOut',
      'TitleNotInCollection',
      'PatronHasExceededCheckoutLimit',
      'NoCopiesAvailable',
      'InvalidLendingPeriod',
    ],
    needsGoodStanding: true,
    requiresOneOf: ['reserveId', 'crossRefId', 'id'],
    exampleFields: ['reserveId', 'formatType'],
    hasLocation: true,
  })
  async borrow(
    @Me() me: PatronKey,
    @Fields() request: CheckoutRequest,
    @IdempotencyKey() keyed: KeyedRequest | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CheckoutRecord> {
    const wanted = {
      titles: someTitlesNamedBy(request),
      formatType: request.formatType,
      period: periodIn(request),
    };
    const record = await this.idempotency.answerOnce(me, keyed, wanted, async (database) =>
      representCheckout(await this.checkouts.borrow(me, wanted, database), this.addresses),
    );
    response.location(record.links.self.href);
    return record;
  }

  /** List the checkouts. @remarks The newest first. */
  @Get()
  @Operation('listCheckouts')
  async list(@Me() me: PatronKey): Promise<CheckoutListRecord> {
    return representCheckoutList(await this.checkouts.list(me), this.addresses);
  }

  /** Find one checkout. */
  @Get(':id')
  @Operation('findCheckout')
  async find(
    @Me() me: PatronKey,
    @TitleInPath('TitleNotCheckedOut') title: TitleId,
  ): Promise<CheckoutRecord> {
    return representCheckout(await this.checkouts.find(me, title), this.addresses);
  }

  /** Return a title. @remarks The copy goes to the next in line. */
  @Delete(':id')
  @Operation('returnCheckout')
  @HttpCode(HttpStatus.NO_CONTENT)
  async return(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
  ): Promise<void> {
    await this.checkouts.return(me, title);
  }
}
