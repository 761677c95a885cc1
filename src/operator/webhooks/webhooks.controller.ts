import { Controller, Delete, Get, HttpCode, HttpStatus, Post, Put } from '@nestjs/common';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { GuidInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { Staff } from '../../staff/permissions/staff.decorator.js';
import type { StaffPrincipal } from '../../staff/permissions/staff-principal.js';
import { WebhooksService } from '../../webhooks/webhooks.service.js';
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
@Controller('operator/v1/libraries/:websiteId/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Allow('admin', { library: 'path' })
  async list(@NumberInPath('websiteId') websiteId: number): Promise<WebhookListRecord> {
    return { webhooks: (await this.webhooks.list(websiteId)).map(representWebhook) };
  }

  @Post()
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.CREATED)
  async add(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: WebhookRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<WebhookSecretRecord> {
    return representSecret(await this.webhooks.add(websiteId, webhookIn(request), staff));
  }

  @Get(':webhookId')
  @Allow('admin', { library: 'path' })
  async find(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
  ): Promise<WebhookRecord> {
    return representWebhook(await this.webhooks.find({ websiteId, webhookId }));
  }

  @Put(':webhookId')
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

  @Delete(':webhookId')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.webhooks.delete({ websiteId, webhookId }, staff);
  }

  @Post(':webhookId/secret')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.CREATED)
  async rotate(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
    @Staff() staff: StaffPrincipal,
  ): Promise<RotatedSecretRecord> {
    return representRotated(await this.webhooks.rotate({ websiteId, webhookId }, staff));
  }

  @Post(':webhookId/test')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  async test(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
  ): Promise<TestAttemptRecord> {
    return representTest(await this.webhooks.test({ websiteId, webhookId }));
  }

  @Post(':webhookId/replay')
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

  @Get(':webhookId/attempts')
  @Allow('admin', { library: 'path' })
  async attempts(
    @NumberInPath('websiteId') websiteId: number,
    @GuidInPath('webhookId') webhookId: string,
    @QueryFields() query: Paging,
  ): Promise<AttemptListRecord> {
    return representAttempts(await this.webhooks.attempts({ websiteId, webhookId }, pageOf(query)));
  }
}
