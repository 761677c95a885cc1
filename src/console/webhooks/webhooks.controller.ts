import { Get, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import { EVENT_TYPES } from '../../events/event-types.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { GuidInPath } from '../../http/fields/path.decorators.js';
import {
  representAttempts,
  representTest,
  representWebhook,
} from '../../operator/webhooks/webhooks.representation.js';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { WebhooksService } from '../../webhooks/webhooks.service.js';
import { pageAddress, webhookAddress } from '../addresses.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../frame.js';
import { Redirect } from '../page.js';
import { answered, SecretPage, WebhookPage, WebhooksPage } from './webhooks.page.js';
import { ReplayForm, StateForm, WebhookForm } from './webhooks.requests.js';

const ATTEMPTS_SHOWN = { limit: 100, offset: 0 };

/** Receivers that are told what happens in the library. */
@ConsoleController('console/libraries/:websiteId/webhooks')
export class ConsoleWebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Allow('admin', { library: 'path' })
  async list(@PageFrame() frame: LibraryFrame): Promise<VNode> {
    const webhooks = (await this.webhooks.list(frame.library.websiteId)).map(representWebhook);
    return WebhooksPage({ frame, webhooks });
  }

  @Post()
  @Allow('admin', { library: 'path' })
  async add(
    @PageFrame() frame: LibraryFrame,
    @FormFields() { url, types = EVENT_TYPES }: WebhookForm,
  ): Promise<VNode> {
    const added = await this.webhooks.add(frame.library.websiteId, { url, types }, frame.staff);
    return SecretPage({ frame, ...added });
  }

  @Get(':webhookId')
  @Allow('admin', { library: 'path' })
  async page(@PageFrame() frame: LibraryFrame, @GuidInPath('webhookId') webhookId: string): Promise<VNode> {
    const key = { websiteId: frame.library.websiteId, webhookId };
    const webhook = representWebhook(await this.webhooks.find(key));
    const { attempts } = representAttempts(await this.webhooks.attempts(key, ATTEMPTS_SHOWN));
    return WebhookPage({ frame, webhook, attempts });
  }

  @Post(':webhookId/state')
  @Allow('admin', { library: 'path' })
  async change(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @GuidInPath('webhookId') webhookId: string,
    @FormFields() { state }: StateForm,
  ): Promise<Redirect> {
    const enabled = state === 'enabled';
    await this.webhooks.change({ websiteId, webhookId }, { enabled }, staff);
    const message = enabled ? 'What the receiver has missed is being sent.' : 'Nothing is sent any more.';
    return new Redirect(webhookAddress(websiteId, webhookId), message);
  }

  @Post(':webhookId/secret')
  @Allow('admin', { library: 'path' })
  async rotate(@PageFrame() frame: LibraryFrame, @GuidInPath('webhookId') webhookId: string): Promise<VNode> {
    const { websiteId } = frame.library;
    const { secret } = await this.webhooks.rotate({ websiteId, webhookId }, frame.staff);
    return SecretPage({ frame, webhookId, secret });
  }

  @Post(':webhookId/test')
  @Allow('admin', { library: 'path' })
  async test(
    @PageFrame() { library: { websiteId } }: LibraryFrame,
    @GuidInPath('webhookId') webhookId: string,
  ): Promise<Redirect> {
    const attempt = representTest(await this.webhooks.test({ websiteId, webhookId }));
    return new Redirect(webhookAddress(websiteId, webhookId), `The test: ${answered(attempt)}`);
  }

  @Post(':webhookId/replay')
  @Allow('admin', { library: 'path' })
  async replay(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @GuidInPath('webhookId') webhookId: string,
    @FormFields() { since }: ReplayForm,
  ): Promise<Redirect> {
    await this.webhooks.replay({ websiteId, webhookId }, since.time, staff);
    return new Redirect(webhookAddress(websiteId, webhookId), 'What has happened since then is being sent.');
  }

  @Post(':webhookId/removal')
  @Allow('admin', { library: 'path' })
  async delete(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @GuidInPath('webhookId') webhookId: string,
  ): Promise<Redirect> {
    await this.webhooks.delete({ websiteId, webhookId }, staff);
    return new Redirect(pageAddress(websiteId, 'webhooks'), 'The webhook was removed.');
  }
}
