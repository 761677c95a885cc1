import { Controller, Delete, Get, HttpCode, HttpStatus, Post, Put } from '@nestjs/common';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { GuidInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { WebhooksService } from './webhooks.service.js';
import { pageOf, Paging } from '../paging.requests.js';
import {
  type AttemptListRecord,
  representAttempts,
  representRotated,
  representSecret,
  representTest,
  representWebhook,
  type RotatedSecretRecord,
  type TestAttemptRecord,
  type WebhookListRecord,
  type WebhookRecord,
  type WebhookSecretRecord,
} from './webhooks.representation.js';
import {
  replayedSince,
  ReplayRequest,
  webhookChangeIn,
  WebhookChangeRequest,
  webhookIn,
  WebhookRequest,
} from './webhooks.requests.js';

/** Receivers that are told what happens in a library. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /** See where a library is told what happens. */
  @Get()
  @Operation('listWebhooks')
  @Allow('admin', { library: 'path' })
  async list(@NumberInPath('websiteId') websiteId: number): Promise<WebhookListRecord> {
    return { webhooks: (await this.webhooks.list(websiteId)).map(representWebhook) };
  }

  /**
   * Tell a receiver what happens from now on.
   * @remarks Each event is sent by `POST`, signed as Standard Webhooks say, at least once, those of one patron or title in order.
   * What is not answered with 2xx within 10 seconds is sent again for three days.
   */
  @Post()
  @Operation('addWebhook')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.CREATED)
  async add(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: WebhookRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<WebhookSecretRecord> {
    return representSecret(await this.webhooks.add(websiteId, webhookIn(request), staff));
  }

  /** See how a webhook does. */
  @Get(':webhookId')
  @Operation('findWebhook')
  @Allow('admin', { library: 'path' })
  async find(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
  ): Promise<WebhookRecord> {
    return representWebhook(await this.webhooks.find({ websiteId, webhookId }));
  }

  /**
   * Change, disable or enable a webhook.
   * @remarks What waits is then sent at once. One that is enabled gets what it has missed.
   */
  @Put(':webhookId')
  @Operation('changeWebhook')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async change(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
    @Fields() request: WebhookChangeRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.webhooks.change({ websiteId, webhookId }, webhookChangeIn(request), staff);
  }

  /** Remove a webhook. */
  @Delete(':webhookId')
  @Operation('deleteWebhook')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.webhooks.delete({ websiteId, webhookId }, staff);
  }

  /** Replace the secret of a webhook. @remarks For 24 hours, each event has a signature of both. */
  @Post(':webhookId/secret')
  @Operation('rotateWebhookSecret')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.CREATED)
  async rotate(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
    @Staff() staff: StaffPrincipal,
  ): Promise<RotatedSecretRecord> {
    return representRotated(await this.webhooks.rotate({ websiteId, webhookId }, staff));
  }

  /** Send an event that says nothing, and see the answer. */
  @Post(':webhookId/test')
  @Operation('testWebhook')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  async test(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
  ): Promise<TestAttemptRecord> {
    return representTest(await this.webhooks.test({ websiteId, webhookId }));
  }

  /** Send once more what has happened since a moment. @remarks As far as events are kept; with the same ids. */
  @Post(':webhookId/replay')
  @Operation('replayWebhook')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async replay(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
    @Fields() request: ReplayRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.webhooks.replay({ websiteId, webhookId }, replayedSince(request), staff);
  }

  /** See what a receiver answered. @remarks Of the last 7 days, the latest 1,000 at most. */
  @Get(':webhookId/attempts')
  @Operation('listWebhookAttempts')
  @Allow('admin', { library: 'path' })
  async attempts(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
    @QueryFields() query: Paging,
  ): Promise<AttemptListRecord> {
    return representAttempts(await this.webhooks.attempts({ websiteId, webhookId }, pageOf(query)));
  }
}
