import {
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { PatronKey } from '../../domain/patron.js';
import { Addresses } from '../../http/answers/addresses.js';
import { BearerGuard } from '../../http/authorization/bearer.guard.js';
import { Me } from '../../http/authorization/principal.decorator.js';
import { readJsonText } from '../../http/fields/request-body.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import {
  type PushSubscriptionListRecord,
  type PushSubscriptionRecord,
  representPushSubscription,
  representPushSubscriptions,
} from './push-subscriptions.representation.js';
import { PUSH_SUBSCRIPTION_BODY, readPushSubscription } from './push-subscriptions.requests.js';
import { PushSubscriptionsService } from './push-subscriptions.service.js';

/** The browsers that take a patron's push messages (contract: #push-messages). Also open to patrons with whom the library deals no more. */
@Tag('Patron information')
@Controller('v1/patrons/me/notices/pushSubscriptions')
@UseGuards(BearerGuard)
export class PushSubscriptionsController {
  constructor(
    private readonly subscriptions: PushSubscriptionsService,
    private readonly addresses: Addresses,
  ) {}

  /** List the browsers that take push messages. @remarks With the key that another one needs, if the library offers push messages. */
  @Get()
  @Operation('listPushSubscriptions')
  async list(@Me() me: PatronKey): Promise<PushSubscriptionListRecord> {
    return representPushSubscriptions(await this.subscriptions.list(me), this.addresses);
  }

  /**
   * Add a browser that takes push messages.
   * @remarks The body is what `PushSubscription.toJSON()` gives. A sixth browser takes the place of the oldest. One that another patron of the
   * library had, with the same keys, is this patron’s from now on.
   */
  @Post()
  @Operation('addPushSubscription', {
    refusals: ['InvalidRequestBody', 'InvalidFieldValue'],
    body: PUSH_SUBSCRIPTION_BODY,
    hasLocation: true,
  })
  async add(
    @Me() me: PatronKey,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PushSubscriptionRecord> {
    const receiver = readPushSubscription(await readJsonText(request));
    const record = representPushSubscription(await this.subscriptions.add(me, receiver), this.addresses);
    response.location(record.links.self.href);
    return record;
  }

  /** Find one browser. */
  @Get(':id')
  @Operation('findPushSubscription', { refusals: ['NotFound'] })
  async find(@Me() me: PatronKey, @Param('id') id: string): Promise<PushSubscriptionRecord> {
    return representPushSubscription(await this.subscriptions.find(me, id), this.addresses);
  }

  /** Remove a browser. @remarks It gets no more push messages. */
  @Delete(':id')
  @Operation('removePushSubscription', { refusals: ['NotFound'] })
  @HttpCode(HttpStatus.NO_CONTENT)
  async remove(@Me() me: PatronKey, @Param('id') id: string): Promise<void> {
    await this.subscriptions.remove(me, id);
  }
}
