import { Get, HttpStatus, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { GuidInPath } from '../../http/fields/path.decorators.js';
import { representAttempts, representTest, representWebhook } from './webhooks.representation.js';
import { Allow } from '../permissions/allow.decorator.js';
import { WebhooksService } from './webhooks.service.js';
import { pageAddress, webhookAddress } from '../console/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { orProblem, timeIn, webhookIn, type WebhookProblem } from './webhook-form.js';
import { answered, RemovalPage, SecretPage, WebhookPage, WebhooksPage } from './webhooks.page.js';
import { ReplayForm, StateForm, WebhookForm } from './webhooks-pages.requests.js';

const ATTEMPTS_SHOWN = { limit: 100, offset: 0 };

/** Receivers that are told what happens in the library. */
@ConsoleController('console/libraries/:websiteId/webhooks')
export class ConsoleWebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Allow('admin', { library: 'path' })
  async list(
    @PageFrame() frame: LibraryFrame,
    typed?: WebhookForm,
    problem?: WebhookProblem,
  ): Promise<VNode> {
    const webhooks = (await this.webhooks.list(frame.library.websiteId)).map(representWebhook);
    return WebhooksPage({ frame, webhooks, typed, problem });
  }

  @Post()
  @Allow('admin', { library: 'path' })
  async add(@PageFrame() frame: LibraryFrame, @FormFields() typed: WebhookForm): Promise<PageAnswer> {
    const wanted = webhookIn(typed);
    const added =
      'field' in wanted
        ? wanted
        : await orProblem(this.webhooks.add(frame.library.websiteId, wanted, frame.staff));
    if ('field' in added) return refused(await this.list(frame, typed, added));
    return SecretPage({ frame, ...added });
  }

  @Get(':webhookId')
  @Allow('admin', { library: 'path' })
  async page(
    @PageFrame() frame: LibraryFrame,
    @GuidInPath('webhookId') webhookId: string,
    typed?: ReplayForm,
    problem?: WebhookProblem,
  ): Promise<VNode> {
    const key = { websiteId: frame.library.websiteId, webhookId };
    const webhook = representWebhook(await this.webhooks.find(key));
    const { attempts } = representAttempts(await this.webhooks.attempts(key, ATTEMPTS_SHOWN));
    return WebhookPage({ frame, webhook, attempts, typed, problem });
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
    @PageFrame() frame: LibraryFrame,
    @GuidInPath('webhookId') webhookId: string,
    @FormFields() typed: ReplayForm,
  ): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    const since = timeIn(typed.since);
    if ('field' in since) return refused(await this.page(frame, webhookId, typed, since));
    await this.webhooks.replay({ websiteId, webhookId }, since, frame.staff);
    return new Redirect(webhookAddress(websiteId, webhookId), 'What has happened since then is being sent.');
  }

  @Get(':webhookId/removal')
  @Allow('admin', { library: 'path' })
  async askToDelete(
    @PageFrame() frame: LibraryFrame,
    @GuidInPath('webhookId') webhookId: string,
  ): Promise<VNode> {
    const key = { websiteId: frame.library.websiteId, webhookId };
    return RemovalPage({ frame, webhook: representWebhook(await this.webhooks.find(key)) });
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

function refused(page: VNode): PageWithStatus {
  return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
}
