import { Controller, Delete, Get, HttpCode, HttpStatus, Post, Put } from '@nestjs/common';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { KeyInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { type WebhookKey, WebhooksService } from './webhooks.service.js';
import { pageOf, Paging } from '../paging.requests.js';
import type {
  AttemptListRecord,
  RotatedSecretRecord,
  TestAttemptRecord,
  WebhookListRecord,
  WebhookRecord,
  WebhookSecretRecord,
} from './webhooks.representation.js';
import {
  ReplayRequest,
  webhookChangeIn,
  WebhookChangeRequest,
  webhookIn,
  WebhookRequest,
} from './webhooks.requests.js';

/** Receivers that are told what happens in a library. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/webhooks')
@Allow('admin', { library: 'path' })
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /** See where a library is told what happens. */
  @Get()
  @Operation('listWebhooks')
  list(@NumberInPath('websiteId') websiteId: number): Promise<WebhookListRecord> {
    return this.webhooks.list(websiteId);
  }

  /**
   * Tell a receiver what happens from now on.
   * @remarks Each event is sent by `POST`, signed as Standard Webhooks say, at least once, those of one patron or title in order.
   * What is not answered with 2xx within 10 seconds is sent again for three days.
   */
  @Post()
  @Operation('addWebhook')
  @HttpCode(HttpStatus.CREATED)
  add(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: WebhookRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<WebhookSecretRecord> {
    return this.webhooks.add(websiteId, webhookIn(request), staff);
  }

  /** See how a webhook does. */
  @Get(':webhookId')
  @Operation('findWebhook')
  find(@KeyInPath('webhookId') key: WebhookKey): Promise<WebhookRecord> {
    return this.webhooks.find(key);
  }

  /**
   * Change, disable or enable a webhook.
   * @remarks What waits is then sent at once. One that is enabled gets what it has missed.
   */
  @Put(':webhookId')
  @Operation('changeWebhook')
  @HttpCode(HttpStatus.NO_CONTENT)
  change(
    @KeyInPath('webhookId') key: WebhookKey,
    @Fields() request: WebhookChangeRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    return this.webhooks.change(key, webhookChangeIn(request), staff);
  }

  /** Remove a webhook. */
  @Delete(':webhookId')
  @Operation('deleteWebhook')
  @HttpCode(HttpStatus.NO_CONTENT)
  delete(@KeyInPath('webhookId') key: WebhookKey, @Staff() staff: StaffPrincipal): Promise<void> {
    return this.webhooks.delete(key, staff);
  }

  /** Replace the secret of a webhook. @remarks For 24 hours, each event has a signature of both. */
  @Post(':webhookId/secret')
  @Operation('rotateWebhookSecret')
  @HttpCode(HttpStatus.CREATED)
  rotate(
    @KeyInPath('webhookId') key: WebhookKey,
    @Staff() staff: StaffPrincipal,
  ): Promise<RotatedSecretRecord> {
    return this.webhooks.rotate(key, staff);
  }

  /** Send an event that says nothing, and see the answer. */
  @Post(':webhookId/test')
  @Operation('testWebhook')
  @HttpCode(HttpStatus.OK)
  test(@KeyInPath('webhookId') key: WebhookKey): Promise<TestAttemptRecord> {
    return this.webhooks.test(key);
  }

  /** Send once more what has happened since a moment. @remarks As far as events are kept; with the same ids. */
  @Post(':webhookId/replay')
  @Operation('replayWebhook')
  @HttpCode(HttpStatus.NO_CONTENT)
  replay(
    @KeyInPath('webhookId') key: WebhookKey,
    @Fields() { since }: ReplayRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    return this.webhooks.replay(key, since, staff);
  }

  /** See what a receiver answered. @remarks Of the last 7 days, the latest 1,000 at most. */
  @Get(':webhookId/attempts')
  @Operation('listWebhookAttempts')
  attempts(
    @KeyInPath('webhookId') key: WebhookKey,
    @QueryFields() query: Paging,
  ): Promise<AttemptListRecord> {
    return this.webhooks.attempts(key, pageOf(query));
  }
}
