import { Controller, Delete, Get, HttpCode, HttpStatus, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { TitleInPath } from '../http/fields/path.decorators.js';
import { IdempotencyKey, type KeyedRequest } from '../http/idempotency/idempotency-key.js';
import { IdempotencyService } from '../http/idempotency/idempotency.service.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import {
  representWatch,
  representWatchList,
  type WatchListRecord,
  type WatchRecord,
} from './watch.representation.js';
import { WatchRequest, wantedWatch } from './watches.requests.js';
import { WatchesService } from './watches.service.js';

/** The titles that a patron watches (contract: #watches). */
@Tag('Watches')
@Controller('v1/patrons/me/watches')
@UseGuards(BearerGuard)
export class WatchesController {
  constructor(
    private readonly watches: WatchesService,
    private readonly idempotency: IdempotencyService,
    private readonly addresses: Addresses,
  ) {}

  /** List the watched titles. @remarks The latest first; at most 100. */
  @Get()
  @Operation('listWatches')
  async list(@Me() me: PatronKey): Promise<WatchListRecord> {
    return representWatchList(await this.watches.list(me), this.addresses);
  }

  /**
   * Watch a title.
   * @remarks Any title that the library has, had or lists, whether or not the patron has it on hold or on loan. It has no place and counts
   * as no hold. To watch it again changes the address alone. With `insteadOfHold` the patron’s hold on the title ends, and its place is lost.
   */
  @Post()
  @Operation('watchTitle', {
    refusals: ['NotFound', 'PatronExceededWatchLimit', 'PatronDoesntHaveTitleOnHold', 'HoldReadyForCheckout'],
    needsGoodStanding: true,
    hasLocation: true,
    requiresOneOf: ['reserveId', 'crossRefId', 'id'],
    exampleFields: ['reserveId', 'emailAddress'],
  })
  async watch(
    @Me() me: PatronKey,
    @Fields() request: WatchRequest,
    @IdempotencyKey() keyed: KeyedRequest | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WatchRecord> {
    const wanted = wantedWatch(request);
    const record = await this.idempotency.answerOnce(me, keyed, wanted, async (database) =>
      representWatch(await this.watches.watch(me, wanted, database), this.addresses),
    );
    response.location(record.links.self.href);
    return record;
  }

  /** Find one watched title. */
  @Get(':id')
  @Operation('findWatch')
  async find(@Me() me: PatronKey, @TitleInPath('NotFound') title: TitleId): Promise<WatchRecord> {
    return representWatch(await this.watches.find(me, title), this.addresses);
  }

  /** Watch a title no more. @remarks Nothing of it is left. */
  @Delete(':id')
  @Operation('unwatchTitle')
  @HttpCode(HttpStatus.NO_CONTENT)
  async unwatch(@Me() me: PatronKey, @TitleInPath('NotFound') title: TitleId): Promise<void> {
    await this.watches.unwatch(me, title);
  }
}
