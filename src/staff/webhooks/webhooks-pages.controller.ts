import { Get, HttpStatus, Post } from '@nestjs/common';
import { IsIn } from 'class-validator';
import type { VNode } from 'preact';
import { FormFields, readTyped, type Typed, TypedFields } from '../../http/fields/fields.decorators.js';
import { KeyInPath } from '../../http/fields/path.decorators.js';
import { Allow } from '../permissions/allow.decorator.js';
import { type WebhookKey, WebhooksService } from './webhooks.service.js';
import { pageAddress, webhookAddress } from '../console/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { problemIn } from '../console/form-problem.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { answered, RemovalPage, SecretPage, WebhookPage, WebhooksPage } from './webhooks.page.js';
import type { AddProblem, ReplayProblem } from './webhooks.page.js';
import { ReplayRequest, webhookIn, WebhookRequest } from './webhooks.requests.js';

const ATTEMPTS_SHOWN = { limit: 100, offset: 0 };

class StateForm {
  @IsIn(['enabled', 'disabled']) state!: 'enabled' | 'disabled';
}

/** Receivers that are told what happens in the library. */
@ConsoleController('console/libraries/:websiteId/webhooks')
@Allow('admin', { library: 'path' })
export class ConsoleWebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  async list(@PageFrame() frame: LibraryFrame, problem?: AddProblem): Promise<VNode> {
    const { webhooks } = await this.webhooks.list(frame.library.websiteId);
    return WebhooksPage({ frame, webhooks, problem });
  }

  @Post()
  async add(
    @PageFrame() frame: LibraryFrame,
    @TypedFields() typed: Typed<'url' | 'types'>,
  ): Promise<PageAnswer> {
    try {
      const wanted = webhookIn(await readTyped(WebhookRequest, { url: '', ...typed }));
      return SecretPage({
        frame,
        ...(await this.webhooks.add(frame.library.websiteId, wanted, frame.staff)),
      });
    } catch (error) {
      return refused(await this.list(frame, problemIn(error, typed, ['url', 'types'])));
    }
  }

  @Get(':webhookId')
  async page(
    @PageFrame() frame: LibraryFrame,
    @KeyInPath('webhookId') key: WebhookKey,
    problem?: ReplayProblem,
  ): Promise<VNode> {
    const webhook = await this.webhooks.find(key);
    const { attempts } = await this.webhooks.attempts(key, ATTEMPTS_SHOWN);
    return WebhookPage({ frame, webhook, attempts, problem });
  }

  @Post(':webhookId/state')
  async change(
    @PageFrame() { staff }: LibraryFrame,
    @KeyInPath('webhookId') key: WebhookKey,
    @FormFields() { state }: StateForm,
  ): Promise<Redirect> {
    const enabled = state === 'enabled';
    await this.webhooks.change(key, { enabled }, staff);
    return toWebhook(
      key,
      enabled ? 'What the receiver has missed is being sent.' : 'Nothing is sent any more.',
    );
  }

  @Post(':webhookId/secret')
  async rotate(@PageFrame() frame: LibraryFrame, @KeyInPath('webhookId') key: WebhookKey): Promise<VNode> {
    return SecretPage({ frame, ...(await this.webhooks.rotate(key, frame.staff)) });
  }

  @Post(':webhookId/test')
  async test(@KeyInPath('webhookId') key: WebhookKey): Promise<Redirect> {
    return toWebhook(key, `The test: ${answered(await this.webhooks.test(key))}`);
  }

  @Post(':webhookId/replay')
  async replay(
    @PageFrame() frame: LibraryFrame,
    @KeyInPath('webhookId') key: WebhookKey,
    @TypedFields() typed: Typed<'since'>,
  ): Promise<PageAnswer> {
    try {
      const { since } = await readTyped(ReplayRequest, { since: '', ...typed });
      await this.webhooks.replay(key, since, frame.staff);
      return toWebhook(key, 'What has happened since then is being sent.');
    } catch (error) {
      return refused(await this.page(frame, key, problemIn(error, typed, ['since'])));
    }
  }

  @Get(':webhookId/removal')
  async askToDelete(
    @PageFrame() frame: LibraryFrame,
    @KeyInPath('webhookId') key: WebhookKey,
  ): Promise<VNode> {
    return RemovalPage({ frame, webhook: await this.webhooks.find(key) });
  }

  @Post(':webhookId/removal')
  async delete(
    @PageFrame() { staff }: LibraryFrame,
    @KeyInPath('webhookId') key: WebhookKey,
  ): Promise<Redirect> {
    await this.webhooks.delete(key, staff);
    return new Redirect(pageAddress(key.websiteId, 'webhooks'), 'The webhook was removed.');
  }
}

function toWebhook({ websiteId, webhookId }: WebhookKey, message: string): Redirect {
  return new Redirect(webhookAddress(websiteId, webhookId), message);
}

function refused(page: VNode): PageWithStatus {
  return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
}
