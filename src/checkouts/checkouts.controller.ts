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
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import {
  type CheckoutListRecord,
  type CheckoutRecord,
  representCheckout,
  representCheckoutList,
} from './checkout.representation.js';
import { CheckoutRequest, periodIn } from './checkouts.requests.js';
import { CheckoutsService } from './checkouts.service.js';

/** A patron's checkouts (contract: #checkouts). */
@Controller('v1/patrons/me/checkouts')
@UseGuards(BearerGuard)
export class CheckoutsController {
  constructor(
    private readonly checkouts: CheckoutsService,
    private readonly idempotency: IdempotencyService,
    private readonly addresses: Addresses,
  ) {}

  @Post()
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

  @Get()
  async list(@Me() me: PatronKey): Promise<CheckoutListRecord> {
    return representCheckoutList(await this.checkouts.list(me), this.addresses);
  }

  @Get(':id')
  async find(
    @Me() me: PatronKey,
    @TitleInPath('TitleNotCheckedOut') title: TitleId,
  ): Promise<CheckoutRecord> {
    return representCheckout(await this.checkouts.find(me, title), this.addresses);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async return(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
  ): Promise<void> {
    await this.checkouts.return(me, title);
  }
}
