import { Delete, Get, HttpCode, HttpStatus, Post, Put } from '@nestjs/common';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { KeyInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { pageAddress, webhookAddress } from '../addresses/addresses.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { type WebhookKey, WebhooksService } from './webhooks.service.js';
import { pageOf, Paging } from '../requests/paging.requests.js';
import { answered, SecretPage, WebhookPage, WebhooksPage } from './webhooks.page.js';
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

const ATTEMPTS_SHOWN = { limit: 100, offset: 0 };

const toWebhook = ({ websiteId, webhookId }: WebhookKey): string => webhookAddress(websiteId, webhookId);

/** Receivers that are told what happens in a library. */
@StaffController('libraries/:websiteId/webhooks')
@Allow('admin', { library: 'path' })
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /** See where a library is told what happens. */
  @Get()
  @Operation('listWebhooks')
  async list(@NumberInPath('websiteId') websiteId: number, @Faced() face: Face): Promise<WebhookListRecord> {
    return face.show(await this.webhooks.list(websiteId), WebhooksPage);
  }

  /**
   * Tell a receiver what happens from now on.
   * @remarks Each event is sent by `POST`, signed as Standard Webhooks say, at least once, those of one patron or title in order.
   * What is not answered with 2xx within 10 seconds is sent again for three days.
   */
  @Post()
  @Operation('addWebhook')
  @FormOn('list')
  @HttpCode(HttpStatus.CREATED)
  async add(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: WebhookRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<WebhookSecretRecord> {
    return face.show(await this.webhooks.add(websiteId, webhookIn(request), staff), SecretPage);
  }

  /** See how a webhook does. */
  @Get(':webhookId')
  @Operation('findWebhook')
  async find(@KeyInPath('webhookId') key: WebhookKey, @Faced() face: Face): Promise<WebhookRecord> {
    return face.show(await this.webhooks.find(key), async (shown) =>
      WebhookPage({ ...shown, ...(await this.webhooks.attempts(key, ATTEMPTS_SHOWN)) }),
    );
  }

  /**
   * Change, disable or enable a webhook.
   * @remarks What waits is then sent at once. One that is enabled gets what it has missed.
   */
  @Put(':webhookId')
  @Operation('changeWebhook')
  @FormOn('find')
  @HttpCode(HttpStatus.NO_CONTENT)
  async change(
    @KeyInPath('webhookId') key: WebhookKey,
    @Fields() request: WebhookChangeRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<void> {
    const done =
      request.enabled === false ? 'Nothing is sent any more.' : 'What the receiver has missed is being sent.';
    await this.webhooks.change(key, webhookChangeIn(request), staff);
    face.done(undefined, toWebhook(key), done);
  }

  /** Remove a webhook. */
  @Delete(':webhookId')
  @Operation('deleteWebhook')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @KeyInPath('webhookId') key: WebhookKey,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<void> {
    await this.webhooks.delete(key, staff);
    face.done(undefined, pageAddress(key.websiteId, 'webhooks'), 'The webhook was removed.');
  }

  /** Replace the secret of a webhook. @remarks For 24 hours, each event has a signature of both. */
  @Post(':webhookId/secret')
  @Operation('rotateWebhookSecret')
  @HttpCode(HttpStatus.CREATED)
  async rotate(
    @KeyInPath('webhookId') key: WebhookKey,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<RotatedSecretRecord> {
    return face.show(await this.webhooks.rotate(key, staff), SecretPage);
  }

  /** Send an event that says nothing, and see the answer. */
  @Post(':webhookId/test')
  @Operation('testWebhook')
  @HttpCode(HttpStatus.OK)
  async test(@KeyInPath('webhookId') key: WebhookKey, @Faced() face: Face): Promise<TestAttemptRecord> {
    const attempt = await this.webhooks.test(key);
    return face.done(attempt, toWebhook(key), `The test: ${answered(attempt)}`);
  }

  /** Send once more what has happened since a moment. @remarks As far as events are kept; with the same ids. */
  @Post(':webhookId/replay')
  @Operation('replayWebhook')
  @FormOn('find')
  @HttpCode(HttpStatus.NO_CONTENT)
  async replay(
    @KeyInPath('webhookId') key: WebhookKey,
    @Fields() { since }: ReplayRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<void> {
    await this.webhooks.replay(key, since, staff);
    face.done(undefined, toWebhook(key), 'What has happened since then is being sent.');
  }

  /** See what a receiver answered. @remarks Of the last 7 days, the latest 1,000 at most. */
  @Get(':webhookId/attempts')
  @Operation('listWebhookAttempts')
  async attempts(
    @KeyInPath('webhookId') key: WebhookKey,
    @QueryFields() query: Paging,
    @Faced() face: Face,
  ): Promise<AttemptListRecord> {
    return face.show(await this.webhooks.attempts(key, pageOf(query)), async (shown) =>
      WebhookPage({ ...shown, ...(await this.webhooks.find(key)) }),
    );
  }
}
