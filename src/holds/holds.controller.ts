import { Controller, Delete, Get, HttpCode, HttpStatus, Post, Put, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { titlesNamedBy } from '../http/fields/title-fields.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { TitleInPath } from '../http/fields/path.decorators.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { IdempotencyService } from '../http/idempotency/idempotency.service.js';
import {
  type HoldListRecord,
  type ListedHoldRecord,
  type PlacedHoldRecord,
  representHoldList,
  representListedHold,
  representPlacedHold,
} from './hold.representation.js';
import { EditHoldRequest, PlaceHoldRequest, ignoresEmail, wantedHold } from './holds.requests.js';
import { HoldsService, type WantedHold } from './holds.service.js';

const PLACEMENT = {
  refusals: [
    'AlreadyOnWaitList',
    'TitleAlreadyCheckedOut',
    'NotWithinRenewalWindow',
    'PatronExceededHoldLimit',
  ],
  needsGoodStanding: true,
  hasLocation: true,
} as const;

/** A patron's holds (contract: #holds). */
@Tag('Holds')
@Controller('v1/patrons/me/holds')
@UseGuards(BearerGuard)
export class HoldsController {
  constructor(
    private readonly holds: HoldsService,
    private readonly idempotency: IdempotencyService,
    private readonly addresses: Addresses,
  ) {}

  /** Place a hold. @remarks When a copy is free and no hold waits for it, the hold is ready at once. */
  @Post()
  @Operation('placeHold', {
    ...PLACEMENT,
    refusals: ['NotFound', ...PLACEMENT.refusals],
    requiresOneOf: ['reserveId', 'crossRefId', 'id'],
    exampleFields: ['reserveId', 'emailAddress'],
  })
  async place(
    @Me() me: PatronKey,
    @Fields() request: PlaceHoldRequest,
    @IdempotencyKey() keyed: KeyedRequest | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlacedHoldRecord> {
    return this.placeOnce(me, wantedHold(request), keyed, response);
  }

  /** Place a hold at its address. @remarks As placing a hold in the list; the address names the title, so the fields need not. */
  // Some clients do.
  @Post(':id')
  @Operation('placeHoldAtAddress', { ...PLACEMENT, exampleFields: ['emailAddress'] })
  async placeAt(
    @Me() me: PatronKey,
    @TitleInPath('NotFound') inPath: TitleId,
    @Fields() request: PlaceHoldRequest,
    @IdempotencyKey() keyed: KeyedRequest | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlacedHoldRecord> {
    return this.placeOnce(me, wantedHold(request, inPath), keyed, response);
  }

  private async placeOnce(
    me: PatronKey,
    wanted: WantedHold,
    keyed: KeyedRequest | undefined,
    response: Response,
  ): Promise<PlacedHoldRecord> {
    const record = await this.idempotency.answerOnce(me, keyed, wanted, async (database) =>
      representPlacedHold(await this.holds.place(me, wanted, { database }), this.addresses),
    );
    response.location(record.links.self.href);
    return record;
  }

  /** List the holds. @remarks The newest first. */
  @Get()
  @Operation('listHolds')
  async list(@Me() me: PatronKey): Promise<HoldListRecord> {
    return representHoldList(await this.holds.list(me), this.addresses);
  }

  /** Find one hold. */
  @Get(':id')
  @Operation('findHold')
  async find(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<ListedHoldRecord> {
    return representListedHold(await this.holds.find(me, title), this.addresses);
  }

  /** Change the e-mail address of a hold, its last day or its alternatives. @remarks What is not sent stays as it is. */
  @Put(':id')
  @Operation('editHold', {
    refusals: ['HoldReadyForCheckout', 'IgnoreHoldEmailCannotBeChanged', 'PatronExceededHoldLimit'],
    needsGoodStanding: true,
    exampleFields: ['emailAddress'],
  })
  @HttpCode(HttpStatus.NO_CONTENT)
  async change(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Fields() request: EditHoldRequest,
  ): Promise<void> {
    const { emailAddress, notNeededAfter, alternativeTo } = request;
    const ignoreHoldEmail = ignoresEmail(request);
    await this.holds.change(me, title, {
      titlesNamed: titlesNamedBy(request),
      emailAddress,
      ignoreHoldEmail,
      notNeededAfter,
      alternativeTo,
    });
  }

  /** Remove a hold. @remarks A copy that was set aside for it goes to the next in line. */
  @Delete(':id')
  @Operation('removeHold')
  @HttpCode(HttpStatus.NO_CONTENT)
  async remove(
    @Me() me: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<void> {
    await this.holds.remove(me, title, { reason: 'removed-by-patron' });
  }
}
