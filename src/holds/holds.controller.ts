import { Controller, Delete, Get, HttpCode, HttpStatus, Post, Put, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { titlesNamedBy } from '../http/fields/title-fields.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { OptionalTitleInPath, TitleInPath } from '../http/fields/path.decorators.js';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { IdempotencyKey, type KeyedRequest } from '../idempotency/idempotency-key.js';
import { IdempotencyService } from '../idempotency/idempotency.service.js';
import {
  type HoldListRecord,
  type ListedHoldRecord,
  type PlacedHoldRecord,
  representHoldList,
  representListedHold,
  representPlacedHold,
} from './hold.representation.js';
import { EditHoldRequest, PlaceHoldRequest, ignoresEmail, wantedHold } from './holds.requests.js';
import { HoldsService } from './holds.service.js';

/** A patron's holds (contract: #holds). */
@Controller('v1/patrons/me/holds')
@UseGuards(BearerGuard)
export class HoldsController {
  constructor(
    private readonly holds: HoldsService,
    private readonly idempotency: IdempotencyService,
    private readonly addresses: Addresses,
  ) {}

  /** Some clients place a hold by POST to the hold's address, so the path may name the title too. */
  @Post(['', ':id'])
  async place(
    @Me() me: PatronKey,
    @OptionalTitleInPath('NotFound') inPath: TitleId | undefined,
    @Fields() request: PlaceHoldRequest,
    @IdempotencyKey() keyed: KeyedRequest | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlacedHoldRecord> {
    const wanted = wantedHold(request, inPath);
    const record = await this.idempotency.answerOnce(me, keyed, wanted, async (database) =>
      representPlacedHold(await this.holds.place(me, wanted, { database }), this.addresses),
    );
    response.location(record.links.self.href);
    return record;
  }

  @Get()
  async list(@Me() me: PatronKey): Promise<HoldListRecord> {
    return representHoldList(await this.holds.list(me), this.addresses);
  }

  @Get(':id')
  async find(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<ListedHoldRecord> {
    return representListedHold(await this.holds.find(me, title), this.addresses);
  }

  @Put(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async change(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Fields() request: EditHoldRequest,
  ): Promise<void> {
    const { emailAddress } = request;
    const ignoreHoldEmail = ignoresEmail(request);
    await this.holds.change(me, title, {
      titlesNamed: titlesNamedBy(request),
      emailAddress,
      ignoreHoldEmail,
    });
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async remove(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<void> {
    await this.holds.remove(me, title, { reason: 'removed-by-patron' });
  }
}
